(type_identifier) @type
(stable_type_identifier (_) @receiver (type_identifier) @type .)

(call_expression function: (identifier) @call)
(call_expression function: (field_expression value: (_) @receiver field: (_) @call))
(call_expression function: (generic_function function: (identifier) @call))
(call_expression
  function: (generic_function function: (field_expression value: (_) @receiver field: (_) @call)))
(infix_expression left: (_) @receiver operator: (identifier) @call)
(instance_expression (type_identifier) @call)
(instance_expression (generic_type type: (type_identifier) @call))

(extends_clause type: (type_identifier) @base)
(extends_clause type: (generic_type type: (type_identifier) @base))
(extends_clause type: (stable_type_identifier (_) @receiver (type_identifier) @base .))

; The parts of a path are siblings, so an import matches once for each of them.
(import_declaration . (identifier) @import.name .) @import
(import_declaration (identifier) @import.source (identifier) @import.name .) @import
(import_declaration (identifier) @import.source (namespace_wildcard) @import.name (#set! name "*")) @import
(import_declaration
  (identifier) @import.source (namespace_selectors (identifier) @import.name)) @import
(import_declaration
  (identifier) @import.source
  (namespace_selectors (namespace_wildcard) @import.name) (#set! name "*")) @import
(import_declaration
  (identifier) @import.source
  (namespace_selectors
    [(arrow_renamed_identifier name: (_) @import.name alias: (_) @import.alias)
     (as_renamed_identifier name: (_) @import.name alias: (_) @import.alias)])) @import
