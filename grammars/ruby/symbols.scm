; Modules and classes, re-opened ones too

(module name: (constant) @name body: (_)? @body) @symbol.module
(module name: (scope_resolution scope: (_)? @scope name: (constant) @name) body: (_)? @body) @symbol.module
(class name: (constant) @name body: (_)? @body) @symbol.class
(class name: (scope_resolution scope: (_)? @scope name: (constant) @name) body: (_)? @body) @symbol.class

; Methods

(method name: (_) @name parameters: (_)? @parameters body: (_)? @body) @symbol.method
(singleton_method object: (self) name: (_) @name parameters: (_)? @parameters body: (_)? @body) @symbol.method
(singleton_method object: [(constant) (identifier)] @scope name: (_) @name parameters: (_)? @parameters body: (_)? @body) @symbol.method
(alias name: (_) @name) @symbol.method

((call method: (identifier) @_maker
  arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)])
  block: (_) @body) @symbol.method
  (#any-of? @_maker "define_method" "define_singleton_method"))

((call method: (identifier) @_maker
  arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)])) @symbol.method
  (#any-of? @_maker "alias_method"))

((call method: (identifier) @_maker
  arguments: (argument_list [
    (simple_symbol) @name @symbol.property
    (string (string_content) @name) @symbol.property
  ]))
  (#any-of? @_maker
    "attr" "attr_reader" "attr_writer" "attr_accessor"
    "cattr_reader" "cattr_writer" "cattr_accessor"
    "mattr_reader" "mattr_writer" "mattr_accessor"
    "class_attribute" "thread_mattr_accessor"))

; Constants and variables of classes and of the file

(assignment left: (constant) @name) @symbol.constant
(assignment left: (scope_resolution scope: (_) @scope name: (constant) @name)) @symbol.constant
(operator_assignment left: (constant) @name) @symbol.constant
(assignment left: (left_assignment_list (constant) @name @part)) @symbol.constant
(body_statement (assignment left: (class_variable) @name) @symbol.variable)
(program (assignment left: (global_variable) @name) @symbol.variable)

; Classes made by a call

((assignment
  left: (constant) @name
  right: (call receiver: (constant) @_factory method: (identifier) @_new)) @symbol.class
  (#any-of? @_factory "Struct" "Class" "Data" "Module")
  (#any-of? @_new "new" "define"))

; Lambdas given to a name

(assignment
  left: [(constant) (identifier)] @name
  right: (lambda parameters: (_)? @parameters body: (_) @body)) @symbol.function
((assignment
  left: [(constant) (identifier)] @name
  right: (call method: (identifier) @_maker block: (_) @body)) @symbol.function
  (#any-of? @_maker "lambda" "proc"))

; `class << self`, and sections of visibility

(singleton_class) @extent
((identifier) @section
  (#any-of? @section "private" "protected" "public"))
