(function_call_expression function: [(name) @call (qualified_name (name) @call)])
(member_call_expression object: (_) @receiver name: (name) @call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @call)
(scoped_call_expression scope: (_) @receiver name: (name) @call)
(object_creation_expression [(name) @call (qualified_name (name) @call)])
(named_type [(name) @type (qualified_name (name) @type)])
(attribute [(name) @type (qualified_name (name) @type)])
(base_clause [(name) @base (qualified_name (name) @base)])
(class_interface_clause [(name) @base (qualified_name (name) @base)])
(use_declaration [(name) @base (qualified_name (name) @base)])

(namespace_use_declaration
  (namespace_use_clause . [(name) (qualified_name)] @import.source alias: (name)? @import.alias)) @import
(namespace_use_declaration
  (namespace_name) @import.source
  body: (namespace_use_group
    (namespace_use_clause . [(name) (qualified_name) (namespace_name)] @import.name alias: (name)? @import.alias))) @import
(expression_statement [
  (require_expression (string (string_content) @import.source))
  (require_once_expression (string (string_content) @import.source))
  (include_expression (string (string_content) @import.source))
  (include_once_expression (string (string_content) @import.source))
]) @import
