"""Reference pages for data values schemas in MkDocs sites."""
