; A heading's span is its whole section: up to the next heading of its level or a higher one.
; Headings inside quotations and lists are text.

([
  (document (section [
      (atx_heading (atx_h1_marker) heading_content: (_) @name)
      (setext_heading heading_content: (_) @name (setext_h1_underline))
    ] @symbol.heading))
  (section (section [
      (atx_heading (atx_h1_marker) heading_content: (_) @name)
      (setext_heading heading_content: (_) @name (setext_h1_underline))
    ] @symbol.heading))
] (#set! level 1))

([
  (document (section [
      (atx_heading (atx_h2_marker) heading_content: (_) @name)
      (setext_heading heading_content: (_) @name (setext_h2_underline))
    ] @symbol.heading))
  (section (section [
      (atx_heading (atx_h2_marker) heading_content: (_) @name)
      (setext_heading heading_content: (_) @name (setext_h2_underline))
    ] @symbol.heading))
] (#set! level 2))

([
  (document (section (atx_heading (atx_h3_marker) heading_content: (_) @name) @symbol.heading))
  (section (section (atx_heading (atx_h3_marker) heading_content: (_) @name) @symbol.heading))
] (#set! level 3))

([
  (document (section (atx_heading (atx_h4_marker) heading_content: (_) @name) @symbol.heading))
  (section (section (atx_heading (atx_h4_marker) heading_content: (_) @name) @symbol.heading))
] (#set! level 4))

([
  (document (section (atx_heading (atx_h5_marker) heading_content: (_) @name) @symbol.heading))
  (section (section (atx_heading (atx_h5_marker) heading_content: (_) @name) @symbol.heading))
] (#set! level 5))

([
  (document (section (atx_heading (atx_h6_marker) heading_content: (_) @name) @symbol.heading))
  (section (section (atx_heading (atx_h6_marker) heading_content: (_) @name) @symbol.heading))
] (#set! level 6))
