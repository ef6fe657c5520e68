"""The vocabulary of all other rooms: places, phrases, findings and nodes."""
