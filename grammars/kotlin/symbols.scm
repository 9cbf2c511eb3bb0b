(class_declaration name: (_) @name [(class_body) (enum_class_body)]? @body) @symbol.class
(class_declaration "interface" name: (_) @name) @symbol.interface
(class_declaration (modifiers (class_modifier "enum")) name: (_) @name) @symbol.enum
(enum_entry . (modifiers)? . (identifier) @name (class_body)? @body) @symbol.enum_member
(object_declaration name: (_) @name (class_body)? @body) @symbol.class
(companion_object name: (_) @name (class_body)? @body) @symbol.class
((companion_object "companion" @name !name (class_body)? @body) @symbol.class (#set! name "Companion"))
(type_alias type: (_) @name) @symbol.type

(function_declaration
  name: (_) @name (function_value_parameters) @parameters (function_body)? @body) @symbol.function
(secondary_constructor
  "constructor" @name (function_value_parameters) @parameters (block)? @body) @symbol.constructor

(anonymous_initializer "init" @name (block) @body) @symbol.constructor

(class_parameter ["val" "var"] . (identifier) @name) @symbol.field
(property_declaration (variable_declaration (identifier) @name)) @symbol.variable
(property_declaration (multi_variable_declaration (variable_declaration (identifier) @name))) @symbol.variable
(property_declaration (modifiers (property_modifier "const")) (variable_declaration (identifier) @name)) @symbol.constant
(property_declaration (variable_declaration (identifier) @name) [(getter) (setter)]) @symbol.property
(property_declaration
  (variable_declaration (identifier) @name)
  [(lambda_literal (lambda_parameters)? @parameters)
   (anonymous_function (function_value_parameters) @parameters)] @body .) @symbol.function

; Extensions belong to the type they extend.
(function_declaration
  [(user_type (identifier) @scope .)
   (user_type (identifier) @scope . (type_arguments))
   (nullable_type [(user_type (identifier) @scope .) (user_type (identifier) @scope . (type_arguments))])]
  name: (_) @name) @symbol.function
(property_declaration
  [(user_type (identifier) @scope .)
   (user_type (identifier) @scope . (type_arguments))
   (nullable_type [(user_type (identifier) @scope .) (user_type (identifier) @scope . (type_arguments))])]
  (variable_declaration (identifier) @name)) @symbol.property

(annotation (user_type (identifier) @name .)) @decorator
(annotation (constructor_invocation (user_type (identifier) @name .))) @decorator

; The grammar reads some annotated classes as infix calls of a function `class`.
((infix_expression
   (_) . (identifier) @_class . [(identifier) @name (call_expression . (identifier) @name (annotated_lambda) @body)])
  @symbol.class
  (#eq? @_class "class"))
(annotated_expression [(infix_expression) (annotated_expression)] @inner .) @wrapper
