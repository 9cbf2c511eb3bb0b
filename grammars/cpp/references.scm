(call_expression function: [
  (identifier) @call
  (template_function name: (identifier) @call)
])
(call_expression function: (field_expression
  argument: (_) @receiver
  field: [(field_identifier) @call (template_method name: (field_identifier) @call)]))
(call_expression function: (qualified_identifier
  scope: (_)? @receiver
  name: [
    (identifier) @call
    (template_function name: (identifier) @call)
    (qualified_identifier scope: (_) @receiver name: [
      (identifier) @call
      (template_function name: (identifier) @call)
    ])
  ]))
(new_expression type: [(type_identifier) @call (qualified_identifier name: (type_identifier) @call)])

(type_identifier) @type
(base_class_clause [
  (type_identifier) @base
  (template_type name: (type_identifier) @base)
  (qualified_identifier name: [(type_identifier) @base (template_type name: (type_identifier) @base)])
])

(preproc_include path: [
  (string_literal (string_content) @import.source)
  (system_lib_string) @import.source
]) @import
(using_declaration (qualified_identifier) @import.source) @import
