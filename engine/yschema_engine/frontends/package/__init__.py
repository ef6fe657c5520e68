"""The front end for packages of Carvel: a `Package`, with its `PackageMetadata` if there is one."""
