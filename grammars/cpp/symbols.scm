; Macros

(preproc_def name: (identifier) @name) @symbol.macro
(preproc_function_def name: (identifier) @name parameters: (_) @parameters) @symbol.macro

; Namespaces

(namespace_definition name: (_) @name body: (_) @body) @symbol.namespace

; Classes, structs, unions, enums

(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (_) @name)
    (qualified_identifier scope: (_) @scope name: (type_identifier) @name)
  ]
  body: (_) @body) @symbol.class
(struct_specifier
  name: [
    (type_identifier) @name
    (template_type name: (_) @name)
    (qualified_identifier scope: (_) @scope name: (type_identifier) @name)
  ]
  body: (_) @body) @symbol.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @symbol.union
(enum_specifier . name: (type_identifier) @name body: (_) @body) @symbol.enum
(enumerator name: (identifier) @name) @symbol.enum_member

; `class EXPORT Name { }` with a macro that the grammar takes for the name

(function_definition
  type: (class_specifier !body)
  declarator: [(identifier) @name (template_function name: (identifier) @name)]
  body: (_) @body) @symbol.class
(function_definition
  type: (class_specifier !body) . (ERROR . (identifier) @name .) body: (_) @body) @symbol.class
(function_definition
  type: (struct_specifier !body)
  declarator: [(identifier) @name (template_function name: (identifier) @name)]
  body: (_) @body) @symbol.struct
(function_definition
  type: (struct_specifier !body) . (ERROR . (identifier) @name .) body: (_) @body) @symbol.struct

; Other types

(alias_declaration name: (type_identifier) @name) @symbol.type
(concept_definition name: (identifier) @name) @symbol.type

(type_definition
  type: [(struct_specifier !name) (class_specifier !name)]
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @symbol.struct
(type_definition
  type: (union_specifier !name)
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @symbol.union
(type_definition
  type: (enum_specifier !name)
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
    (qualified_identifier)
    (template_type)
    (dependent_type)
    (decltype)
    (placeholder_type_specifier)
    (struct_specifier !body)
    (class_specifier !body)
    (union_specifier !body)
    (enum_specifier !body)
  ]
  declarator: [
    (type_identifier) @name
    (_ declarator: (type_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (type_identifier) @name)))
  ] @part) @symbol.type

; Templates start at their parameters

(template_declaration (_) @inner .) @wrapper

; Functions: with a plain name, and outside their class with a qualified one

(function_definition
  type: (_)
  declarator: [
    (function_declarator
      declarator: [
        (identifier) @name
        (field_identifier) @name
        (operator_name) @name
        (destructor_name) @name
        (template_function name: (identifier) @name)
      ]
      parameters: (_) @parameters)
    (_ (function_declarator
        declarator: [
          (identifier) @name
          (field_identifier) @name
          (operator_name) @name
          (destructor_name) @name
          (template_function name: (identifier) @name)
        ]
        parameters: (_) @parameters))
    (_ (_ (function_declarator
        declarator: [
          (identifier) @name
          (field_identifier) @name
          (operator_name) @name
          (destructor_name) @name
          (template_function name: (identifier) @name)
        ]
        parameters: (_) @parameters)))
  ]
  body: (_)? @body) @symbol.function
(function_definition
  type: (_)
  declarator: [
    (function_declarator
      declarator: (qualified_identifier
        scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
        name: [
          (identifier) @name
          (operator_name) @name
          (destructor_name) @name
          (template_function name: (identifier) @name)
          (qualified_identifier
            scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
            name: [
              (identifier) @name
              (operator_name) @name
              (destructor_name) @name
              (template_function name: (identifier) @name)
              (qualified_identifier
                scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
                name: [
                  (identifier) @name
                  (operator_name) @name
                  (destructor_name) @name
                  (template_function name: (identifier) @name)
                ])
            ])
        ])
      parameters: (_) @parameters)
    (_ (function_declarator
        declarator: (qualified_identifier
          scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
          name: [
            (identifier) @name
            (operator_name) @name
            (destructor_name) @name
            (template_function name: (identifier) @name)
            (qualified_identifier
              scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
              name: [
                (identifier) @name
                (operator_name) @name
                (destructor_name) @name
                (template_function name: (identifier) @name)
                (qualified_identifier
                  scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
                  name: [
                    (identifier) @name
                    (operator_name) @name
                    (destructor_name) @name
                    (template_function name: (identifier) @name)
                  ])
              ])
          ])
        parameters: (_) @parameters))
    (_ (_ (function_declarator
        declarator: (qualified_identifier
          scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
          name: [
            (identifier) @name
            (operator_name) @name
            (destructor_name) @name
            (template_function name: (identifier) @name)
            (qualified_identifier
              scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
              name: [
                (identifier) @name
                (operator_name) @name
                (destructor_name) @name
                (template_function name: (identifier) @name)
                (qualified_identifier
                  scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
                  name: [
                    (identifier) @name
                    (operator_name) @name
                    (destructor_name) @name
                    (template_function name: (identifier) @name)
                  ])
              ])
          ])
        parameters: (_) @parameters)))
  ]
  body: (_)? @body) @symbol.method

; Constructors, destructors and conversions have no type

((function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier) @name
    parameters: (_) @parameters)
  body: (_)? @body) @symbol.function
  (#not-match? @name "^(TYPED_)?TEST(_[A-Z]+)?$"))
(field_declaration_list [
  (function_definition
    !type
    declarator: (function_declarator
      declarator: (identifier) @name
      parameters: (_) @parameters)
    body: (_)? @body) @symbol.constructor
  (template_declaration
    (function_definition
      !type
      declarator: (function_declarator
        declarator: (identifier) @name
        parameters: (_) @parameters)
      body: (_)? @body) @symbol.constructor)
])
(function_definition
  !type
  declarator: (function_declarator
    declarator: (destructor_name) @name
    parameters: (_) @parameters)
  body: (_)? @body) @symbol.method
(function_definition
  !type
  declarator: (function_declarator
    declarator: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: [
        (identifier) @name
        (operator_name) @name
        (destructor_name) @name
        (template_function name: (identifier) @name)
        (qualified_identifier
          scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
          name: [
            (identifier) @name
            (operator_name) @name
            (destructor_name) @name
            (template_function name: (identifier) @name)
            (qualified_identifier
              scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
              name: [
                (identifier) @name
                (operator_name) @name
                (destructor_name) @name
                (template_function name: (identifier) @name)
              ])
          ])
      ])
    parameters: (_) @parameters)
  body: (_)? @body) @symbol.constructor
(function_definition
  !type
  declarator: (function_declarator
    declarator: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: [
        (destructor_name) @name
        (qualified_identifier scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)] name: (destructor_name) @name)
      ])
    parameters: (_) @parameters)
  body: (_)? @body) @symbol.method
(function_definition
  declarator: [
    (operator_cast "operator" @name type: (_) @name)
    (qualified_identifier scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)] name: (operator_cast "operator" @name type: (_) @name))
  ]
  body: (_)? @body) @symbol.method

; A test of a macro framework is known by its suite and its name

((function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @scope)
      . (parameter_declaration type: (type_identifier) @name) .))
  body: (_) @body) @symbol.function
  (#match? @_macro "^(TYPED_)?TEST(_[A-Z]+)?$"))

; `MACRO(name) { }`, which looks like a function without parameters

(function_definition
  declarator: (parenthesized_declarator (identifier) @name) body: (_) @body) @symbol.function

; Declarations give way to a definition in the same file

((declaration
  declarator: [
    (function_declarator
      declarator: [(identifier) @name (operator_name) @name]
      parameters: (_) @parameters)
    (_ (function_declarator
        declarator: [(identifier) @name (operator_name) @name]
        parameters: (_) @parameters))
    (_ (_ (function_declarator
        declarator: [(identifier) @name (operator_name) @name]
        parameters: (_) @parameters)))
  ]) @symbol.function
  (#set! forward))
((field_declaration
  declarator: [
    (function_declarator
      declarator: [(field_identifier) @name (operator_name) @name]
      parameters: (_) @parameters)
    (_ (function_declarator
        declarator: [(field_identifier) @name (operator_name) @name]
        parameters: (_) @parameters))
    (_ (_ (function_declarator
        declarator: [(field_identifier) @name (operator_name) @name]
        parameters: (_) @parameters)))
  ]) @symbol.method
  (#set! forward))
((field_declaration_list [
  (declaration
    !type
    declarator: (function_declarator
      declarator: (identifier) @name
      parameters: (_) @parameters)) @symbol.constructor
  (template_declaration
    (declaration
      !type
      declarator: (function_declarator
        declarator: (identifier) @name
        parameters: (_) @parameters)) @symbol.constructor)
])
  (#set! forward))
((declaration
  declarator: (function_declarator
    declarator: (destructor_name) @name
    parameters: (_) @parameters)) @symbol.method
  (#set! forward))
((declaration declarator: (operator_cast "operator" @name type: (_) @name)) @symbol.method
  (#set! forward))

; Fields

(field_declaration
  type: (_ name: (_) body: (_))
  declarator: [
    (field_identifier) @name
    (_ declarator: (field_identifier) @name)
  ] @symbol.field)
(field_declaration
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (qualified_identifier)
    (template_type)
    (dependent_type)
    (decltype)
    (placeholder_type_specifier)
    (struct_specifier !body)
    (struct_specifier !name)
    (class_specifier !body)
    (union_specifier !body)
    (union_specifier !name)
    (enum_specifier !body)
    (enum_specifier !name)
  ]
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (reference_declarator (field_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (field_identifier) @name)))
  ] @part) @symbol.field

; Variables of a file or a namespace; a lambda given to a name is a function

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
    (qualified_identifier)
    (template_type)
    (dependent_type)
    (decltype)
    (placeholder_type_specifier)
    (struct_specifier !body)
    (class_specifier !body)
    (union_specifier !body)
    (enum_specifier !body)
  ]
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (reference_declarator (identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (identifier) @name)))
    (qualified_identifier scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)] name: (identifier) @name)
    (init_declarator
      declarator: [
        (identifier) @name
        (pointer_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
        (array_declarator declarator: (identifier) @name)
        (array_declarator declarator: (array_declarator declarator: (identifier) @name))
        (reference_declarator (identifier) @name)
        (function_declarator
          declarator: (parenthesized_declarator
            (pointer_declarator declarator: (identifier) @name)))
        (qualified_identifier scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)] name: (identifier) @name)
        (qualified_identifier
          scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
          name: (qualified_identifier scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)] name: (identifier) @name))
      ])
  ] @part) @symbol.variable
(declaration
  declarator: (init_declarator
    declarator: (identifier) @name
    value: (lambda_expression
      declarator: (_ parameters: (_) @parameters)?
      body: (_) @body)) @part) @symbol.function

(attribute_declaration (attribute name: (identifier) @name)) @decorator
(access_specifier) @section
