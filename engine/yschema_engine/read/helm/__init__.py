"""The reader of Helm charts.

The sample values in `values.yaml` become fields. Comments in the syntaxes of five tools, and
`values.schema.json`, say more about them. Templates are not read.
"""
