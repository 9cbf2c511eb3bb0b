(class_declaration name: (_) @name body: (_) @body) @symbol.class
(record_declaration name: (_) @name parameters: (_) @parameters body: (_) @body) @symbol.class
(record_declaration parameters: (formal_parameters (formal_parameter name: (_) @name) @symbol.field))
(interface_declaration name: (_) @name body: (_) @body) @symbol.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @symbol.interface
(enum_declaration name: (_) @name body: (_) @body) @symbol.enum
(enum_constant name: (_) @name body: (_)? @body) @symbol.enum_member

(method_declaration name: (_) @name parameters: (_) @parameters body: (_)? @body) @symbol.method
(annotation_type_element_declaration name: (_) @name) @symbol.method
(constructor_declaration name: (_) @name parameters: (_) @parameters body: (_) @body) @symbol.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @symbol.constructor
(static_initializer "static" @name (block) @body) @symbol.constructor

(field_declaration declarator: (variable_declarator name: (_) @name) @part) @symbol.field
(field_declaration
  (modifiers "static" "final") declarator: (variable_declarator name: (_) @name) @part) @symbol.constant
(field_declaration
  (modifiers "final" "static") declarator: (variable_declarator name: (_) @name) @part) @symbol.constant
(constant_declaration declarator: (variable_declarator name: (_) @name) @part) @symbol.constant

; A variable that holds a function.
(local_variable_declaration
  declarator: (variable_declarator
    name: (_) @name value: (lambda_expression parameters: (_) @parameters body: (_) @body))) @symbol.function

(marker_annotation name: (_) @name) @decorator
(annotation name: (_) @name) @decorator
