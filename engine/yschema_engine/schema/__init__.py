"""The model of a schema, as data, and one record for each named rule and format."""
