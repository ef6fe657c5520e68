"""The named rules, one record a file; `rules.registry` lists them."""
