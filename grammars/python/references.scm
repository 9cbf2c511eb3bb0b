(call function: (identifier) @call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @call))
(decorator (identifier) @call)
(decorator (attribute object: (_) @receiver attribute: (identifier) @call))

(type (identifier) @type)
(type (attribute object: (_) @receiver attribute: (identifier) @type))
(type (generic_type (identifier) @type))

(class_definition superclasses: (argument_list (identifier) @base))
(class_definition superclasses: (argument_list (attribute object: (_) @receiver attribute: (identifier) @base)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @base)))
(class_definition
  superclasses: (argument_list (subscript value: (attribute object: (_) @receiver attribute: (identifier) @base))))

(import_statement name: (dotted_name) @import.source) @import
(import_statement name: (aliased_import name: (dotted_name) @import.source alias: (identifier) @import.alias)) @import
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @import.source name: (dotted_name) @import.name) @import
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @import.source
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias)) @import
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @import.source (wildcard_import) @import.name) @import
