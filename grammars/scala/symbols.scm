(class_definition name: (_) @name body: (_)? @body) @symbol.class
(class_definition class_parameters: (class_parameters) @parameters name: (_) @name) @symbol.class
(object_definition name: (_) @name body: (_)? @body) @symbol.class
(package_object name: (_) @name body: (_) @body) @symbol.class
(trait_definition name: (_) @name body: (_)? @body) @symbol.trait
(enum_definition name: (_) @name body: (_) @body) @symbol.enum
(simple_enum_case name: (_) @name) @symbol.enum_member
(full_enum_case name: (_) @name) @symbol.enum_member
(type_definition name: (_) @name) @symbol.type
(given_definition name: (_) @name) @symbol.variable
(given_definition name: (_) @name body: (with_template_body) @body) @symbol.class

(function_definition name: (_) @name body: (_)? @body) @symbol.function
(function_definition name: (_) @name parameters: (parameters) @parameters) @symbol.function
(function_declaration name: (_) @name) @symbol.function
(function_declaration name: (_) @name parameters: (parameters) @parameters) @symbol.function

(val_definition pattern: [(identifier) @name (identifiers (identifier) @name)]) @symbol.variable
(var_definition pattern: [(identifier) @name (identifiers (identifier) @name)]) @symbol.variable
(val_definition pattern: (tuple_pattern (identifier) @name)) @symbol.variable
(val_declaration name: (identifier) @name) @symbol.variable
(var_declaration name: (identifier) @name) @symbol.variable
(class_parameter ["val" "var"] name: (_) @name) @symbol.field
((class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @symbol.field)))
(val_definition
  pattern: (identifier) @name
  value: (lambda_expression parameters: (_) @parameters) @body) @symbol.function
(val_definition pattern: (identifier) @name value: (case_block) @body) @symbol.function

; An extension belongs to the type it extends.
(extension_definition
  parameters: (parameters
    (parameter type: [(type_identifier) @scope (generic_type type: (type_identifier) @scope)]))) @extent

(annotation name: (_) @name) @decorator
