"""The front end for custom resource definitions of Kubernetes; each version is a schema."""
