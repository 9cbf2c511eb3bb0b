(ambient_declaration (_) @inner) @wrapper
(ambient_declaration (_ . (variable_declarator) @inner .)) @wrapper
(export_statement (ambient_declaration) @inner) @wrapper
(expression_statement . (internal_module) @inner) @wrapper

(abstract_class_declaration name: (_) @name body: (_) @body) @symbol.class
(public_field_definition name: (_) @name) @symbol.field
(public_field_definition
  name: (_) @name
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (arrow_function [parameters: (_) @parameters parameter: (_) @parameters] body: (_) @body)]) @symbol.method
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @symbol.field
[(method_signature name: (_) @name parameters: (_) @parameters)
 (abstract_method_signature name: (_) @name parameters: (_) @parameters)] @symbol.method

(function_signature name: (_) @name parameters: (_) @parameters) @symbol.function

(interface_declaration name: (_) @name body: (_) @body) @symbol.interface
(interface_body (property_signature name: (_) @name) @symbol.field)

(type_alias_declaration name: (_) @name) @symbol.type
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @symbol.field))
(type_alias_declaration
  value: (intersection_type (object_type (property_signature name: (_) @name) @symbol.field)))

(enum_declaration name: (_) @name body: (_) @body) @symbol.enum
(enum_body name: [(property_identifier) @name (string (string_fragment) @name)] @symbol.enum_member)
(enum_assignment name: [(property_identifier) @name (string (string_fragment) @name)]) @symbol.enum_member

(internal_module name: (_) @name body: (_) @body) @symbol.namespace
(module name: [(identifier) @name (nested_identifier) @name (string (string_fragment) @name)] body: (_)? @body) @symbol.module
; Variables of namespaces and modules.
(internal_module
  body: (statement_block
    [(lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @symbol.constant)
     (export_statement
       declaration: (lexical_declaration
         kind: "const" (variable_declarator name: (identifier) @name) @symbol.constant))]))
(ambient_declaration
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @symbol.constant))
(ambient_declaration
  [(lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @symbol.variable)
   (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable)])
