; Wrappers of declarations.
(export_statement declaration: (_) @inner) @wrapper
(lexical_declaration
  . (variable_declarator value: [(function_expression) (generator_function) (arrow_function) (class)]) @inner
  .) @wrapper
(variable_declaration
  . (variable_declarator value: [(function_expression) (generator_function) (arrow_function) (class)]) @inner
  .) @wrapper

; Variables of the module. Kinds and parts of functions follow further down.
(program
  [(lexical_declaration "let" (variable_declarator name: (identifier) @name) @part)
   (variable_declaration (variable_declarator name: (identifier) @name) @part)] @symbol.variable)
(program (lexical_declaration "const" (variable_declarator name: (identifier) @name) @part) @symbol.constant)
(export_statement
  declaration: [
    (lexical_declaration "let" (variable_declarator name: (identifier) @name) @part)
    (variable_declaration (variable_declarator name: (identifier) @name) @part)]) @symbol.variable
(export_statement
  declaration: (lexical_declaration
    "const" (variable_declarator name: (identifier) @name) @part)) @symbol.constant
(export_statement . "export" . "default" @name value: [(object) (call_expression) (array)]) @symbol.constant

; Functions and classes, declared or assigned to a name.
([(function_declaration name: (_) @name parameters: (_) @parameters body: (_) @body)
  (generator_function_declaration name: (_) @name parameters: (_) @parameters body: (_) @body)] @symbol.function)
(export_statement . "export" . "default" @name
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function body: (_) @body)]) @symbol.function
(variable_declarator
  name: (identifier) @name
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function [parameters: (_) @parameters parameter: (_) @parameters] body: (_) @body)]) @symbol.function

(class_declaration name: (_) @name body: (_) @body) @symbol.class
(export_statement . "export" . "default" @name value: (class body: (_) @body)) @symbol.class
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @symbol.class

; Methods of classes and of object literals.
(method_definition name: (_) @name parameters: (_) @parameters body: (_) @body) @symbol.method
(method_definition ["get" "set"] name: (_) @name) @symbol.property
(pair
  key: [(property_identifier) @name (string (string_fragment) @name)]
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function [parameters: (_) @parameters parameter: (_) @parameters] body: (_) @body)]) @symbol.method

; a.b = function, exports.b = function, A.prototype.b = function.
(assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @name)
  right: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function [parameters: (_) @parameters parameter: (_) @parameters] body: (_) @body)
          (class body: (_) @body)]
  (#not-match? @scope "^((module[.])?exports|this|window|self|globalThis)$|[.]prototype$|[^$.\\w]")) @symbol.method
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @scope property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function [parameters: (_) @parameters parameter: (_) @parameters] body: (_) @body)]
  (#eq? @_prototype "prototype")) @symbol.method
(assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name)
  right: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function [parameters: (_) @parameters parameter: (_) @parameters] body: (_) @body)]
  (#match? @_exports "^((module[.])?exports|window|self|globalThis)$")) @symbol.function
(assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name)
  right: (class body: (_) @body)
  (#match? @_exports "^((module[.])?exports|window|self|globalThis)$")) @symbol.class

; Other values assigned to a member at the top of a module.
(program
  (expression_statement
    . (assignment_expression
      left: (member_expression object: (_) @scope property: (property_identifier) @name)
      right: [(object) (array) (call_expression) (new_expression) (string) (number) (true) (false) (template_string)]
      (#not-match? @scope "^((module[.])?exports|window|self|globalThis)$|[^$.\\w]")
      (#not-eq? @name "prototype"))) @symbol.field)
(program
  (expression_statement
    . (assignment_expression
      left: (member_expression object: (_) @_exports property: (property_identifier) @name)
      right: [(object) (array) (call_expression) (new_expression) (string) (number) (true) (false) (template_string)]
      (#match? @_exports "^((module[.])?exports|window|self|globalThis)$"))) @symbol.constant)
(assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @_prototype)
  right: (object)
  (#eq? @_prototype "prototype")) @extent

; this.x in the constructor.
(expression_statement
  . (assignment_expression
    left: (member_expression
      object: (this) property: [(property_identifier) (private_property_identifier)] @name))) @symbol.field

(assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name)
  right: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function [parameters: (_) @parameters parameter: (_) @parameters] body: (_) @body)]) @symbol.method

(decorator [(identifier) (member_expression)] @name) @decorator
(decorator (call_expression function: (_) @name)) @decorator
