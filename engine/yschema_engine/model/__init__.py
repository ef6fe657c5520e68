"""The facts about a schema that every front end produces and every output reads."""
