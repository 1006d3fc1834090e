"""What `tools/soak.py` does: kills under load, memory, and others' waiting while somebody hammers."""
