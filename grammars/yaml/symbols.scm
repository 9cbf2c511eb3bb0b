(block_mapping_pair key: (flow_node) @name) @symbol.key
(flow_pair key: (flow_node) @name) @symbol.key
