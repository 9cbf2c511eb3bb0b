; Namespaces and types

(namespace_declaration name: (_) @name body: (_) @body) @symbol.namespace
(file_scoped_namespace_declaration name: (_) @name) @symbol.namespace
(class_declaration name: (identifier) @name body: (_)? @body) @symbol.class
(record_declaration name: (identifier) @name body: (_)? @body) @symbol.class
(struct_declaration name: (identifier) @name body: (_)? @body) @symbol.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @symbol.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @symbol.enum
(enum_member_declaration name: (identifier) @name) @symbol.enum_member
(delegate_declaration name: (identifier) @name parameters: (_) @parameters) @symbol.type

; Methods

(constructor_declaration name: (identifier) @name parameters: (_) @parameters body: (_)? @body) @symbol.constructor
(destructor_declaration "~" @name name: (identifier) @name body: (_)? @body) @symbol.method
(method_declaration name: (identifier) @name parameters: (_) @parameters body: (_)? @body) @symbol.method
(local_function_statement name: (identifier) @name parameters: (_) @parameters body: (_)? @body) @symbol.function
(operator_declaration "operator" @name operator: _ @name parameters: (_) @parameters body: (_)? @body) @symbol.method
(conversion_operator_declaration "operator" @name type: (_) @name parameters: (_) @parameters body: (_)? @body) @symbol.method

; Properties, events, fields

(property_declaration name: (identifier) @name) @symbol.property
(indexer_declaration "this" @name parameters: (_) @parameters) @symbol.property
(event_declaration name: (identifier) @name) @symbol.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @part)) @symbol.field
(record_declaration (parameter_list (parameter name: (identifier) @name) @symbol.property))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @part)) @symbol.field
((field_declaration (modifier) @_const (variable_declaration (variable_declarator name: (identifier) @name) @part)) @symbol.constant
  (#eq? @_const "const"))

(attribute_list (attribute name: (_) @name)) @decorator
