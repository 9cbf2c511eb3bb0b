(class_definition name: (identifier) @name body: (block) @body) @symbol.class

(function_definition
  name: (identifier) @name parameters: (parameters) @parameters body: (block) @body) @symbol.function
(decorated_definition definition: (_) @inner) @wrapper

(decorator [(identifier) (attribute)] @name) @decorator
(decorator (call function: (_) @name)) @decorator

(type_alias_statement left: (type (identifier) @name)) @symbol.type
(type_alias_statement left: (type (generic_type (identifier) @name))) @symbol.type

; Variables of modules and classes, also under if, try and with; those of functions are left out later.
(expression_statement . (assignment left: (identifier) @name) @symbol.variable)
(expression_statement . (assignment left: (pattern_list (identifier) @name)) @symbol.variable)

; self.x in the constructor.
(expression_statement
  . (assignment left: (attribute object: (identifier) @_self attribute: (identifier) @name)) @symbol.field
  (#eq? @_self "self"))

; NAME = lambda
(assignment left: (identifier) @name right: (lambda parameters: (_)? @parameters body: (_) @body)) @symbol.function
