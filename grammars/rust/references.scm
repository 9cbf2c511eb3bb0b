(call_expression function: (identifier) @call)
(call_expression function: (field_expression value: (_) @receiver field: (_) @call))
(call_expression function: (scoped_identifier path: (_) @receiver name: (_) @call))
(call_expression function: (generic_function function: (identifier) @call))
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (_) @call)))
(call_expression
  function: (generic_function function: (scoped_identifier path: (_) @receiver name: (_) @call)))
(macro_invocation macro: (identifier) @call)
(macro_invocation macro: (scoped_identifier path: (_) @receiver name: (_) @call))

(type_identifier) @type
(scoped_type_identifier path: (_) @receiver name: (_) @type)

(impl_item trait: (type_identifier) @base)
(impl_item trait: (generic_type type: (type_identifier) @base))
(impl_item trait: (scoped_type_identifier path: (_) @receiver name: (_) @base))
(trait_item bounds: (trait_bounds (type_identifier) @base))
(trait_item bounds: (trait_bounds (scoped_type_identifier path: (_) @receiver name: (_) @base)))

; A use of a path; what a list holds is joined to the paths around the list, three lists deep.
(use_declaration argument: (identifier) @import.name) @import
(use_declaration argument: (scoped_identifier path: (_) @import.source name: (_) @import.name)) @import
(use_declaration argument: (use_wildcard (_) @import.source) (#set! name "*")) @import
(use_declaration
  argument: (use_as_clause
    path: (scoped_identifier path: (_) @import.source name: (_) @import.name) alias: (_) @import.alias)) @import
(use_declaration argument: (use_as_clause path: (identifier) @import.name alias: (_) @import.alias)) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @import.source
    list: (use_list [(identifier) (self)] @import.name))) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @import.source
    list: (use_list (scoped_identifier path: (_) @import.source name: (_) @import.name)))) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @import.source list: (use_list (use_wildcard) @import.name)) (#set! name "*")) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @import.source
    list: (use_list (use_as_clause path: (_) @import.name alias: (_) @import.alias)))) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @import.source
    list: (use_list
      (scoped_use_list
        path: (_) @import.source
        list: (use_list [(identifier) (self)] @import.name))))) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @import.source
    list: (use_list
      (scoped_use_list
        path: (_) @import.source
        list: (use_list (use_as_clause path: (_) @import.name alias: (_) @import.alias)))))) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @import.source
    list: (use_list
      (scoped_use_list
        path: (_) @import.source
        list: (use_list
          (scoped_use_list
            path: (_) @import.source
            list: (use_list [(identifier) (self)] @import.name))))))) @import
(extern_crate_declaration name: (_) @import.source) @import
(mod_item name: (_) @import.source !body) @import
