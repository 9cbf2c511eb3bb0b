(field_definition property: (_) @name) @symbol.field
(field_definition
  property: (_) @name
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (arrow_function [parameters: (_) @parameters parameter: (_) @parameters] body: (_) @body)]) @symbol.method
