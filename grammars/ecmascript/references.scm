(call_expression function: (identifier) @call)
(call_expression function: (member_expression object: (_) @receiver property: (_) @call))
(new_expression constructor: (identifier) @call)
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @call))
(decorator (identifier) @call)

(import_statement
  (import_clause (identifier) @import.alias) source: (string (string_fragment) @import.source)
  (#set! name "default")) @import
(import_statement
  (import_clause (namespace_import "*" @import.name (identifier) @import.alias))
  source: (string (string_fragment) @import.source)) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_)? @import.alias)))
  source: (string (string_fragment) @import.source)) @import
(import_statement . source: (string (string_fragment) @import.source)) @import
(export_statement
  . (export_clause (export_specifier name: (_) @import.name alias: (_)? @import.alias))
  source: (string (string_fragment) @import.source)) @import
(export_statement . "export" . "*" @import.name source: (string (string_fragment) @import.source)) @import
(export_statement
  . (namespace_export "*" @import.name (identifier) @import.alias)
  source: (string (string_fragment) @import.source)) @import
(call_expression
  function: (import) arguments: (arguments . (string (string_fragment) @import.source))) @import
((variable_declarator
   name: (identifier) @import.alias
   value: (call_expression
     function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.source)))) @import
  (#eq? @_require "require"))
((variable_declarator
   name: (object_pattern
     [(shorthand_property_identifier_pattern) @import.name
      (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)])
   value: (call_expression
     function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.source)))) @import
  (#eq? @_require "require"))
((expression_statement
   . (call_expression
     function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.source)))) @import
  (#eq? @_require "require"))
