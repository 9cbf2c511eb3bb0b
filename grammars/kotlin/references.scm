(user_type (identifier) @type)

(call_expression . (identifier) @call)
(call_expression . (navigation_expression (_) @receiver (identifier) @call .))
(infix_expression . (_) @receiver . (identifier) @call . (_))

(delegation_specifier (user_type (identifier) @base))
(delegation_specifier (constructor_invocation (user_type (identifier) @base)))
(delegation_specifier (explicit_delegation (user_type (identifier) @base)))

(import (qualified_identifier . (identifier) @import.name .)) @import
(import (qualified_identifier . (identifier) @import.name .) (identifier) @import.alias) @import
((import (qualified_identifier (identifier) @import.source (identifier) @import.name .)) @import
  (#not-match? @import "[*]$"))
(import
  (qualified_identifier (identifier) @import.source (identifier) @import.name .) (identifier) @import.alias) @import
(import (qualified_identifier) @import.source "*" (#set! name "*")) @import
