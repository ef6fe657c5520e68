"""The front end for JSON Schema: draft 7, 2019-09 and 2020-12, with references inside the document.

A `$ref` to another document is never fetched. The library `jsonschema` checks instances, so that keywords
that no field shows, such as `oneOf` of several maps, count as well.
"""
