(invocation_expression function: [(identifier) @call (generic_name (identifier) @call)])
(invocation_expression function: (member_access_expression
  expression: (_) @receiver name: [(identifier) @call (generic_name (identifier) @call)]))
(invocation_expression function: (conditional_access_expression
  condition: (_) @receiver (member_binding_expression name: [(identifier) @call (generic_name (identifier) @call)])))
(object_creation_expression type: [
  (identifier) @call
  (generic_name (identifier) @call)
  (qualified_name name: (identifier) @call)
])

(_ type: [
  (identifier) @type
  (generic_name (identifier) @type)
  (nullable_type type: (identifier) @type)
  (array_type type: (identifier) @type)
])
(method_declaration returns: [(identifier) @type (generic_name (identifier) @type)])
(type_argument_list (identifier) @type)
(attribute name: (identifier) @type)
(base_list [
  (identifier) @base
  (generic_name (identifier) @base)
  (qualified_name name: (identifier) @base)
  (primary_constructor_base_type type: (identifier) @base)
])

(using_directive !name [(identifier) (qualified_name)] @import.source .) @import
(using_directive name: (identifier) @import.alias [(identifier) (qualified_name)] @import.source .) @import
