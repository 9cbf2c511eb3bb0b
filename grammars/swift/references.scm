(call_expression (simple_identifier) @call)
(call_expression (navigation_expression
  target: (_) @receiver
  suffix: (navigation_suffix suffix: (simple_identifier) @call)))
(user_type (type_identifier) @type .)
(inheritance_specifier inherits_from: (user_type (type_identifier) @base .))
(import_declaration (identifier) @import.source) @import
