"""The reader of JSON Schema: draft 7, 2019-09 and 2020-12, with references inside the document.

A `$ref` to another document is never fetched.
"""
