"""The readers of custom resource definitions and packages, and the schemas that resources contain."""
