(call_expression function: (identifier) @call)
(call_expression function: (selector_expression operand: (_) @receiver field: (_) @call))
(call_expression function: (index_expression operand: (identifier) @call))

(type_identifier) @type
(qualified_type package: (_) @receiver name: (_) @type)
(type_conversion_expression type: (generic_type type: (type_identifier) @call))
(type_conversion_expression type: (generic_type type: (qualified_type package: (_) @receiver name: (_) @call)))

(field_declaration !name type: (type_identifier) @base)
(field_declaration !name type: (qualified_type package: (_) @receiver name: (_) @base))
(interface_type (type_elem . (type_identifier) @base .))
(interface_type (type_elem . (qualified_type package: (_) @receiver name: (_) @base) .))

(import_spec !name path: (_ (_) @import.source)) @import
(import_spec name: (package_identifier) @import.alias path: (_ (_) @import.source)) @import
(import_spec name: (blank_identifier) @import.alias path: (_ (_) @import.source)) @import
(import_spec name: (dot) path: (_ (_) @import.source) (#set! name "*")) @import
