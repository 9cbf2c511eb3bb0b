(type_identifier) @type
(nested_type_identifier module: (_) @receiver name: (type_identifier) @type)

(extends_clause value: (identifier) @base)
(extends_clause value: (member_expression object: (_) @receiver property: (_) @base))
(implements_clause [(type_identifier) @base (generic_type name: (type_identifier) @base)])
(implements_clause
  [(nested_type_identifier module: (_) @receiver name: (type_identifier) @base)
   (generic_type name: (nested_type_identifier module: (_) @receiver name: (type_identifier) @base))])
(extends_type_clause type: [(type_identifier) @base (generic_type name: (type_identifier) @base)])
(extends_type_clause
  type: [(nested_type_identifier module: (_) @receiver name: (type_identifier) @base)
         (generic_type name: (nested_type_identifier module: (_) @receiver name: (type_identifier) @base))])

(import_require_clause (identifier) @import.alias source: (string (string_fragment) @import.source)) @import
