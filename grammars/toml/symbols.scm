(table . (_) @name) @symbol.key
(table_array_element . (_) @name) @symbol.key
(pair . (_) @name) @symbol.key
