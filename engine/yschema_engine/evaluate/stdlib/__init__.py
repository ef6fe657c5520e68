"""The parts of the standard modules `@ytt:…` that need no inputs: functions of the engine."""
