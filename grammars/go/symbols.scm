(function_declaration name: (_) @name parameters: (_) @parameters body: (_)? @body) @symbol.function

; A method belongs to its receiver's type.
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [(type_identifier) @scope
             (generic_type type: (type_identifier) @scope)
             (pointer_type [(type_identifier) @scope (generic_type type: (type_identifier) @scope)])]))
  name: (_) @name parameters: (_) @parameters body: (_)? @body) @symbol.method

(type_spec name: (_) @name) @symbol.type
(type_alias name: (_) @name) @symbol.type
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @symbol.struct
(type_spec name: (_) @name type: (interface_type) @body) @symbol.interface
(type_declaration . (_) @inner .) @wrapper

(field_declaration name: (field_identifier) @name) @symbol.field
(field_declaration !name type: [(type_identifier) @name (qualified_type name: (_) @name)]) @symbol.field
(field_declaration !name type: (generic_type type: (type_identifier) @name)) @symbol.field
(method_elem name: (_) @name parameters: (_) @parameters) @symbol.method

((const_spec name: (identifier) @name) @symbol.constant (#not-eq? @name "_"))
((var_spec name: (identifier) @name) @symbol.variable (#not-eq? @name "_"))
(const_declaration . (_) @inner .) @wrapper
(var_declaration . (_) @inner .) @wrapper

; Functions with a name that is a variable.
(var_spec
  . name: (identifier) @name
  value: (expression_list . (func_literal parameters: (_) @parameters body: (_) @body) .)) @symbol.function
(short_var_declaration
  left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal parameters: (_) @parameters body: (_) @body) .)) @symbol.function
