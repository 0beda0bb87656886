/**
 * What the module knows of each element: supporting one is a row. scripts/generate-names.ts writes the tables of assembly/ from this
 * file.
 */

/** Classes of the standard: sections "The stack of open elements" and "Closing elements that have implied end tags". */
export const CLASSES = {
  special: 'The special category.',
  scope: 'Bounds every scope except the table scope.',
  'list-scope': 'Bounds the list item scope too.',
  'button-scope': 'Bounds the button scope too.',
  'table-scope': 'Bounds the table scope.',
  'table-structure': 'Content that is not allowed here is foster-parented.',
  implied: 'Generate implied end tags.',
  'implied-thoroughly': 'Generate all implied end tags thoroughly.',
  heading: 'H1 to h6.',
  formatting: 'The formatting category.',
  template: 'Insertion goes to the template contents.',
  'transparent-to-items': 'Special, but skipped in the search for a list item to close.',
  'html-integration': 'An HTML integration point (foreign elements only).',
  'text-integration': 'A MathML text integration point (foreign elements only).',
  breakout: 'A start tag that ends foreign content; section "The rules for parsing tokens in foreign content".',
} as const;

/** What start tags do in the "in body" insertion mode. */
export const STARTS = `
ordinary block heading preformatted form list-item description plaintext button anchor formatting nobr marked table void
input parameter rule image textarea xmp iframe noembed noscript select option option-group ruby-base ruby-text math svg
head-content html body frameset table-part ignored
`;

/** What end tags do there. The first four groups, and formatting, close the current node when it has their name. */
export const ENDS = `
ordinary block heading excepted formatting form marked break body html template table-part
`;

/** What an element is to the writer of Markdown; `inline` and `block` are those without a role of their own. */
export const ROLES = {
  inline: 'Part of a line, without a meaning of its own.',
  block: 'Ends the line before it and after it.',
  strong: '',
  emphasis: '',
  deleted: '',
  subscript: '',
  superscript: '',
  code: '',
  quotation: '',
  link: '',
  image: '',
  break: '',
  rule: '',
  heading: '',
  list: '',
  item: '',
  quote: '',
  'code-block': '',
  table: '',
  row: '',
  cell: '',
  term: '',
  input: '',
  'ruby-text': '',
  math: '',
  nothing: 'Has no text and does not break a line.',
} as const;

/** Traits that are evidence for a block that is such an element, or is inside of one. The first fifteen are features of both questions. */
export const EVIDENCE = `
in-list in-table in-nav in-header in-footer in-aside in-main in-article in-form in-pre
is-heading is-paragraph is-item is-division is-cell in-figure in-caption in-quote is-term
`;

/** The other traits. */
export const TRAITS = {
  separator: 'Opens a block; which elements do is an option.',
  ignored: 'Has no text of the page below it.',
  inline: 'Stands in a line of text without breaking it.',
  apart: 'Stands in a line of text, and apart from the words beside it.',
  lines: 'Keeps the lines and the white space of its text.',
  unseen:
    'Has no text that a reader sees: controls, drawings, what stands in for media, and what is no content at all.',
  'left-out': 'Is left out of a clean document with all that is in it, unless text of it stays, and it is renamed.',
  renamed: 'Acts, and stands in a clean document under another name, without attributes.',
  void: 'Has no end tag in a clean document.',
  shown: 'Is seen by a reader even where it has no text.',
  empty: 'Stands in a clean document where it is empty, too: other cells would move.',
  preformatted: 'Keeps the lines of its text in a clean document.',
} as const;

/**
 * The elements: names, numbered from 1 on in this order; their classes, what their tags do, their role; and their traits. Alike
 * neighbours share a row.
 */
export const ELEMENTS = `
a: class=formatting start=anchor end=formatting role=link inline
abbr: inline
acronym: inline
address: class=special,transparent-to-items start=block end=block
applet: class=special,scope start=marked end=marked inline left-out renamed
area: class=special start=void role=nothing left-out
article: class=special start=block end=block in-article
aside: class=special start=block end=block in-aside
audio: inline apart unseen shown
b: class=formatting,breakout start=formatting end=formatting role=strong inline
base: class=special start=head-content role=nothing left-out
basefont: class=special start=head-content inline left-out
bdi: inline
bdo: inline
bgsound: class=special start=head-content left-out
big: class=formatting,breakout start=formatting end=formatting inline
blink:
blockquote: class=special,breakout start=block end=block role=quote in-quote
body: class=special,breakout start=body end=body
br: class=special,breakout start=void end=break role=break void
button: class=special,button-scope start=button end=block inline apart left-out renamed
canvas: inline apart unseen left-out
caption: class=special,scope,implied-thoroughly start=table-part end=table-part in-caption
center: class=special,breakout start=block end=block
cite: role=emphasis inline
code: class=formatting,breakout start=formatting end=formatting role=code inline
col: class=special start=table-part end=table-part void empty
colgroup: class=special,implied-thoroughly start=table-part end=table-part
command:
content:
data: inline
datalist: unseen left-out
dd: class=special,implied,implied-thoroughly,breakout start=description end=excepted is-term
del: role=deleted inline
details: class=special start=block end=block
dfn: role=emphasis inline
dialog: start=block end=block renamed
dir: class=special start=block end=block role=list
div: class=special,transparent-to-items,breakout start=block end=block is-division
dl: class=special,breakout start=block end=block in-list
dt: class=special,implied,implied-thoroughly,breakout start=description end=excepted role=term is-term
em: class=formatting,breakout start=formatting end=formatting role=emphasis inline
embed: class=special,breakout start=void inline apart left-out
fieldset: class=special start=block end=block
figcaption: class=special start=block end=block in-caption
figure: class=special start=block end=block in-figure
font: class=formatting start=formatting end=formatting inline
footer: class=special start=block end=block in-footer
form: class=special start=form end=form renamed in-form
frame: class=special start=ignored left-out
frameset: class=special start=frameset left-out
h1 h2 h3 h4 h5 h6: class=special,heading,breakout start=heading end=heading role=heading is-heading
head: class=special,breakout start=ignored ignored unseen left-out
header: class=special start=block end=block in-header
hgroup: class=special start=block end=block
hr: class=special,breakout start=rule role=rule void shown
html: class=special,scope,table-scope start=html end=html
i: class=formatting,breakout start=formatting end=formatting role=emphasis inline
iframe: class=special start=iframe inline apart unseen left-out
image: start=image
img: class=special,breakout start=void role=image inline apart void shown
input: class=special start=input role=input inline apart left-out
ins: inline
isindex:
kbd: role=code inline
keygen: class=special start=void left-out
label: inline apart
legend:
li: class=special,implied,implied-thoroughly,breakout start=list-item end=excepted role=item in-list is-item
link: class=special start=head-content role=nothing left-out
listing: class=special,breakout start=preformatted end=block role=code-block lines renamed preformatted
main: class=special start=block end=block in-main
map: inline left-out renamed
mark: inline
marquee: class=special,scope start=marked end=marked
menu: class=special,breakout start=block end=block role=list
menuitem:
meta: class=special,breakout start=head-content role=nothing left-out
meter: inline apart unseen left-out
multicol:
nav: class=special start=block end=block in-nav
nextid:
nobr: class=formatting,breakout start=nobr end=formatting inline
noembed: class=special start=noembed unseen left-out
noframes: class=special start=head-content unseen left-out
noscript: class=special start=noscript ignored left-out renamed
object: class=special,scope start=marked end=marked inline apart left-out renamed
ol: class=special,list-scope,breakout start=block end=block role=list in-list
optgroup: class=implied,implied-thoroughly start=option-group unseen left-out
option: class=implied,implied-thoroughly start=option unseen left-out
output: inline
p: class=special,implied,implied-thoroughly,transparent-to-items,breakout start=block end=excepted is-paragraph
param: class=special start=parameter role=nothing left-out
picture: inline apart
plaintext: class=special start=plaintext role=code-block renamed preformatted
pre: class=special,breakout start=preformatted end=block role=code-block lines preformatted in-pre
progress: inline apart unseen left-out
q: role=quotation inline
rb: class=implied,implied-thoroughly start=ruby-base inline
rbc:
rp: class=implied,implied-thoroughly start=ruby-text inline unseen
rt: class=implied,implied-thoroughly start=ruby-text role=ruby-text inline apart
rtc: class=implied,implied-thoroughly start=ruby-base inline
ruby: class=breakout inline
s: class=formatting,breakout start=formatting end=formatting role=deleted inline
samp: role=code inline
script: class=special start=head-content role=nothing ignored unseen left-out
search: class=special start=block end=block
section: class=special start=block end=block
select: class=special,scope start=select end=block inline apart unseen left-out
selectedcontent:
shadow:
slot: inline
small: class=formatting,breakout start=formatting end=formatting inline
source: class=special start=parameter role=nothing inline void
spacer:
span: class=breakout inline
strike: class=formatting,breakout start=formatting end=formatting role=deleted inline
strong: class=formatting,breakout start=formatting end=formatting role=strong inline
style: class=special start=head-content role=nothing ignored unseen left-out
sub: class=breakout role=subscript inline
summary: class=special start=block end=block role=term
sup: class=breakout role=superscript inline
svg: start=svg inline apart unseen left-out
table: class=special,scope,table-scope,table-structure,breakout start=table end=table-part role=table in-table
tbody: class=special,table-structure,implied-thoroughly start=table-part end=table-part
td: class=special,scope,implied-thoroughly start=table-part end=table-part role=cell empty is-cell
template: class=special,scope,table-scope,template start=head-content end=template role=nothing ignored unseen left-out
textarea: class=special start=textarea unseen left-out
tfoot: class=special,table-structure,implied-thoroughly start=table-part end=table-part
th: class=special,scope,implied-thoroughly start=table-part end=table-part role=cell empty is-cell
thead: class=special,table-structure,implied-thoroughly start=table-part end=table-part
time: inline
title: class=special start=head-content role=nothing left-out
tr: class=special,table-structure,implied-thoroughly start=table-part end=table-part role=row
track: class=special start=parameter role=nothing void
tt: class=formatting,breakout start=formatting end=formatting role=code inline
u: class=formatting,breakout start=formatting end=formatting inline
ul: class=special,list-scope,breakout start=block end=block role=list in-list
var: class=breakout role=emphasis inline
video: inline apart unseen shown
wbr: class=special start=void inline void
xmp: class=special start=xmp role=code-block lines renamed preformatted
math: start=math role=math inline
mi mo mn ms mtext mglyph malignmark annotation-xml desc foreignobject:
circle clippath defs ellipse g line lineargradient mask path:
polygon polyline radialgradient rect stop symbol tspan use:
`;
