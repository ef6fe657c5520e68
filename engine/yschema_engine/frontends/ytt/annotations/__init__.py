"""The `@schema/…` annotations, from nodes of a document to fields."""
