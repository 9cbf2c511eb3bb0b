"""Summary trees, one per scope, over the leaf passages of records."""
