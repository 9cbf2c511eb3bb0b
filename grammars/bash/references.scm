(command name: (command_name (word) @call))
((command
  name: (command_name (word) @_source)
  . argument: [
    [(word) (concatenation)] @import.source
    (string (string_content) @import.source .)
    (raw_string) @import.source
  ]) @import
  (#any-of? @_source "source" "."))
