"""Front ends: each turns the files of one schema language into the model."""
