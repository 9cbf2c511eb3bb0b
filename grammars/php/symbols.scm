; Namespaces and types

(namespace_definition name: (_) @name body: (_)? @body) @symbol.namespace
(class_declaration name: (name) @name body: (_) @body) @symbol.class
(interface_declaration name: (name) @name body: (_) @body) @symbol.interface
(trait_declaration name: (name) @name body: (_) @body) @symbol.trait
(enum_declaration name: (name) @name body: (_) @body) @symbol.enum
(enum_case name: (name) @name) @symbol.enum_member

; Functions and methods

(function_definition name: (name) @name parameters: (_) @parameters body: (_) @body) @symbol.function
(method_declaration name: (name) @name parameters: (_) @parameters body: (_)? @body) @symbol.method

; Constants, properties, variables of the file

(const_declaration (const_element . (name) @name) @part) @symbol.constant
((expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments . (argument (string (string_content) @name))))) @symbol.constant
  (#eq? @_define "define"))
(property_declaration (property_element name: (variable_name (name) @name)) @part) @symbol.property
(property_promotion_parameter name: (variable_name (name) @name)) @symbol.property
(program (expression_statement
  (assignment_expression left: (variable_name (name) @name))) @symbol.variable)

; Functions given to a name

(expression_statement
  (assignment_expression
    left: (variable_name (name) @name)
    right: [
      (anonymous_function parameters: (_) @parameters body: (_) @body)
      (arrow_function parameters: (_) @parameters body: (_) @body)
    ])) @symbol.function

(attribute_list (attribute_group (attribute [(name) (qualified_name)] @name))) @decorator
