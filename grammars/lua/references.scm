(function_call name: (identifier) @call)
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @call))
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @call))

((chunk
  (function_call
    name: (identifier) @_require
    arguments: (arguments (string (string_content) @import.source))) @import)
  (#eq? @_require "require"))
((assignment_statement
  (variable_list . name: (identifier) @import.alias .)
  (expression_list . value: (function_call
    name: (identifier) @_require
    arguments: (arguments (string (string_content) @import.source))) .)) @import
  (#eq? @_require "require"))
((assignment_statement
  (variable_list . name: (identifier) @import.alias .)
  (expression_list . value: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments (string (string_content) @import.source)))
    field: (identifier) @import.name) .)) @import
  (#eq? @_require "require"))
