"""YAML files for readers, with what is known of each field in comments."""
