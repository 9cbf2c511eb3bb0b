; Macros

(preproc_def name: (identifier) @name) @symbol.macro
(preproc_function_def name: (identifier) @name parameters: (_) @parameters) @symbol.macro

; Functions, through any pointers in the return type

(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @parameters)
    (function_declarator
      declarator: (parenthesized_declarator (identifier) @name)
      parameters: (_) @parameters)
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters)))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator
          declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))))
  ]
  body: (_) @body) @symbol.function

; `MACRO(name) { }`, which looks like a function without parameters

(function_definition
  declarator: (parenthesized_declarator (identifier) @name) body: (_) @body) @symbol.function

; Prototypes give way to a definition in the same file

((declaration
  declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @parameters)
    (function_declarator
      declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @parameters)
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @parameters))
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters)))
  ]) @symbol.function
  (#set! forward))

; Declarations that end in a macro, which the grammar doesn't expect there

((ERROR
  [(primitive_type) (sized_type_specifier) (type_identifier) (struct_specifier)]
  . (function_declarator declarator: (identifier) @name parameters: (_) @parameters) @symbol.function)
  (#set! forward))
(parameter_list
  . (ERROR "*") . (parameter_declaration type: (type_identifier) @name !declarator) .) @symbol.variable

; Types

(struct_specifier name: (type_identifier) @name body: (_) @body) @symbol.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @symbol.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @symbol.enum

(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @symbol.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @symbol.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @symbol.enum

(type_definition
  type: (_ name: (_) body: (_))
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
  ] @symbol.type)

(type_definition
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (macro_type_specifier)
    (struct_specifier !body)
    (union_specifier !body)
    (enum_specifier !body)
  ]
  declarator: [
    (type_identifier) @name
    (primitive_type) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator [
        (type_identifier) @name
        (pointer_declarator declarator: (type_identifier) @name)
      ]))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator [
          (type_identifier) @name
          (pointer_declarator declarator: (type_identifier) @name)
        ])))
  ] @part) @symbol.type

; Members

(enumerator name: (identifier) @name) @symbol.enum_member

(field_declaration
  type: (_ name: (_) body: (_))
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)
  ] @symbol.field)

(field_declaration
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (macro_type_specifier)
    (struct_specifier !body)
    (struct_specifier !name)
    (union_specifier !body)
    (union_specifier !name)
    (enum_specifier !body)
    (enum_specifier !name)
  ]
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator declarator: (field_identifier) @name))))
  ] @part) @symbol.field

; Variables of the file

(declaration
  type: (_ body: (_))
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
  ] @symbol.variable)

(declaration
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (macro_type_specifier)
    (struct_specifier !body)
    (union_specifier !body)
    (enum_specifier !body)
  ]
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator declarator: (identifier) @name))))
    (init_declarator declarator: (identifier) @name)
    (init_declarator
      declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator
      declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator
      declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator declarator: (identifier) @name))))
  ] @part) @symbol.variable
