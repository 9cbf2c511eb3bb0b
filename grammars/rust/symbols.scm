(function_item name: (_) @name parameters: (_) @parameters body: (_) @body) @symbol.function
(function_signature_item name: (_) @name parameters: (_) @parameters) @symbol.function
(struct_item name: (_) @name body: (_)? @body) @symbol.struct
(union_item name: (_) @name body: (_) @body) @symbol.union
(enum_item name: (_) @name body: (_) @body) @symbol.enum
(enum_variant name: (_) @name body: (_)? @body) @symbol.enum_member
(field_declaration name: (_) @name) @symbol.field
(trait_item name: (_) @name body: (_) @body) @symbol.trait
(type_item name: (_) @name) @symbol.type
(associated_type name: (_) @name) @symbol.type
((const_item name: (_) @name) @symbol.constant (#not-eq? @name "_"))
(static_item name: (_) @name) @symbol.variable
(mod_item name: (_) @name body: (_) @body) @symbol.module
(macro_definition name: (_) @name) @symbol.macro
(let_declaration
  pattern: (identifier) @name
  value: (closure_expression parameters: (_) @parameters body: (_) @body)) @symbol.function

; What an impl block holds belongs to the type, whichever trait it is for.
(impl_item
  type: [(type_identifier) @scope
         (scoped_type_identifier name: (_) @scope)
         (generic_type type: [(type_identifier) @scope (scoped_type_identifier name: (_) @scope)])
         (reference_type type: [(type_identifier) @scope (generic_type type: (type_identifier) @scope)])
         (dynamic_type trait: [(type_identifier) @scope (generic_type type: (type_identifier) @scope)])
         (primitive_type) @scope
         (array_type) @scope
         (pointer_type) @scope
         (tuple_type) @scope
         (unit_type) @scope
         (never_type) @scope
         (function_type) @scope
         (macro_invocation macro: (_) @scope)]) @extent

(attribute_item (attribute . (_) @name)) @decorator
