(call receiver: (_)? @receiver method: [(identifier) (constant) (operator)] @call)
(constant) @type
(superclass [(constant) @base (scope_resolution name: (constant) @base)])
((call !receiver method: (identifier) @_mixin
  arguments: (argument_list [(constant) @base (scope_resolution name: (constant) @base)]))
  (#any-of? @_mixin "include" "extend" "prepend"))
((call !receiver method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @import.source))) @import
  (#any-of? @_require "require" "require_relative" "load"))
