; `name() …`, `function name …` and `function name() …`

(function_definition name: (word) @name body: (_) @body) @symbol.function

((command
  name: (command_name (word) @_alias)
  argument: [(concatenation . (word) @name) (word) @name]) @symbol.macro
  (#eq? @_alias "alias")
  (#match? @name "^\\w[^=]*="))

; Variables of the file

(program (declaration_command (variable_assignment name: (variable_name) @name) @part) @symbol.variable)
(program (variable_assignment name: (variable_name) @name) @symbol.variable)
(program (variable_assignments (variable_assignment name: (variable_name) @name) @symbol.variable))
((declaration_command (variable_assignment name: (variable_name) @name) @part) @symbol.constant
  (#match? @symbol.constant "^(readonly|(declare|typeset)\\s+-[a-zA-Z]*r)"))
