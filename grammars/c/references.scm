(call_expression function: (identifier) @call)
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @call))
(type_identifier) @type
(preproc_include path: [
  (string_literal (string_content) @import.source)
  (system_lib_string) @import.source
]) @import
