; Functions: `function f`, `local function f`, `function M.f`, `function M.sub.f`, `function M:f`

(function_declaration name: (identifier) @name parameters: (_) @parameters body: (_)? @body) @symbol.function
(function_declaration
  name: (dot_index_expression table: (_) @scope field: (identifier) @name)
  parameters: (_) @parameters body: (_)? @body) @symbol.function
(function_declaration
  name: (method_index_expression table: (_) @scope method: (identifier) @name)
  parameters: (_) @parameters body: (_)? @body) @symbol.method

; Variables of the file

(chunk (variable_declaration
  [
    (assignment_statement (variable_list name: (identifier) @name @part))
    (variable_list name: (identifier) @name @part)
  ]) @symbol.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name @part)) @symbol.variable)
(chunk (assignment_statement
  (variable_list name: (dot_index_expression table: (_) @scope field: (identifier) @name) @part)) @symbol.variable)

; Fields of the tables that the file keeps or returns

(chunk [
  (variable_declaration (assignment_statement (expression_list (table_constructor [
    (field name: [(identifier) @name (string (string_content) @name)]) @symbol.field
    (field (table_constructor (field name: [(identifier) @name (string (string_content) @name)]) @symbol.field))
  ]))))
  (assignment_statement (expression_list (table_constructor [
    (field name: [(identifier) @name (string (string_content) @name)]) @symbol.field
    (field (table_constructor (field name: [(identifier) @name (string (string_content) @name)]) @symbol.field))
  ])))
  (return_statement (expression_list (table_constructor [
    (field name: [(identifier) @name (string (string_content) @name)]) @symbol.field
    (field (table_constructor (field name: [(identifier) @name (string (string_content) @name)]) @symbol.field))
  ])))
])

; Functions given to a name

(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list . value: (function_definition parameters: (_) @parameters body: (_)? @body) .))) @symbol.function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition parameters: (_) @parameters body: (_)? @body) .)) @symbol.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @scope field: (identifier) @name) .)
  (expression_list . value: (function_definition parameters: (_) @parameters body: (_)? @body) .)) @symbol.function
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @scope field: (string (string_content) @name)) .)
  (expression_list . value: (function_definition parameters: (_) @parameters body: (_)? @body) .)) @symbol.function
(field
  name: [(identifier) @name (string (string_content) @name)]
  value: (function_definition parameters: (_) @parameters body: (_)? @body)) @symbol.function
