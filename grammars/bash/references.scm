(command name: (command_name (word) @call))
((command
  name: (command_name (word) @_source)
  . argument: (_) @import.source) @import
  (#any-of? @_source "source" "."))
