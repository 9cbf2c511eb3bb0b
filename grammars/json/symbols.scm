(pair key: (string (_)) @name) @symbol.key
