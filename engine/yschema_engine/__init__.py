"""The engine of mkdocs-yschema: data values schemas read, evaluated, checked and described.

Data flows through the packages in this order: `reader`, `evaluate` (with `starlark`), `overlay`, `schema`,
`workspace`, `reference`, then `export` and `render`; `cli` is the command line.
"""
