"""Resources of Kubernetes: finding them in files, and reading the schemas that some of them contain."""
