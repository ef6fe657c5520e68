"""The front end for the schema language of ytt."""
