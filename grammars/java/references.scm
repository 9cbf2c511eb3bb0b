(type_identifier) @type
(scoped_type_identifier (_) @receiver (type_identifier) @type .)
(marker_annotation name: (identifier) @type)
(annotation name: (identifier) @type)

(method_invocation !object name: (_) @call)
(method_invocation object: (_) @receiver name: (_) @call)
(method_reference . (_) @receiver (identifier) @call .)
(object_creation_expression type: (type_identifier) @call)
(object_creation_expression type: (generic_type (type_identifier) @call))
(object_creation_expression type: (scoped_type_identifier (_) @receiver (type_identifier) @call .))

(superclass [(type_identifier) @base (generic_type (type_identifier) @base)])
(superclass (scoped_type_identifier (_) @receiver (type_identifier) @base .))
(super_interfaces (type_list [(type_identifier) @base (generic_type (type_identifier) @base)]))
(super_interfaces (type_list (scoped_type_identifier (_) @receiver (type_identifier) @base .)))
(super_interfaces (type_list (generic_type (scoped_type_identifier (_) @receiver (type_identifier) @base .))))
(extends_interfaces (type_list [(type_identifier) @base (generic_type (type_identifier) @base)]))
(extends_interfaces (type_list (scoped_type_identifier (_) @receiver (type_identifier) @base .)))

(import_declaration (scoped_identifier scope: (_) @import.source name: (_) @import.name) .) @import
(import_declaration (scoped_identifier) @import.source (asterisk) @import.name) @import
