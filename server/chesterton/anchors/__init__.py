"""The tie between a record and the code it governs: targets, fingerprints, re-anchoring, drift, history."""
