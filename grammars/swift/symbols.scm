; Types; an extension re-opens the type it names

(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name body: (_) @body) @symbol.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name body: (_) @body) @symbol.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name body: (_) @body) @symbol.enum
(class_declaration declaration_kind: "extension" name: (_) @name body: (_) @body) @symbol.class
(protocol_declaration name: (type_identifier) @name body: (_) @body) @symbol.interface
(typealias_declaration name: (type_identifier) @name) @symbol.type
(associatedtype_declaration name: (type_identifier) @name) @symbol.type
(enum_entry name: (simple_identifier) @name @part) @symbol.enum_member

; Functions

(function_declaration "func" . name: _ @name body: (_)? @body) @symbol.function
(protocol_function_declaration "func" . name: _ @name) @symbol.method
(init_declaration name: "init" @name body: (_)? @body) @symbol.constructor
(deinit_declaration "deinit" @name body: (_)? @body) @symbol.method
(subscript_declaration "subscript" @name) @symbol.method
(operator_declaration (custom_operator) @name) @symbol.type

; Properties and variables of the file

(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @symbol.property
(property_declaration
  name: (pattern [
    bound_identifier: (simple_identifier) @name
    (pattern (simple_identifier) @name)
  ]) @part) @symbol.variable
(property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern [
    bound_identifier: (simple_identifier) @name
    (pattern (simple_identifier) @name)
  ]) @part) @symbol.constant
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (lambda_literal) @body) @symbol.function

(attribute (user_type) @name) @decorator
