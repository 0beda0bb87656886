/** How a page looks in its frame: plain, but for what is said of it. */
export const FRAME_STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2330; --faint: #667085; --tint: #f2994a; --edge: #d0d5dd; --pick: #2563eb; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #e4e7ec; --faint: #98a2b3; --tint: #b45309; --edge: #344054; --pick: #7aa7ff; } }
html { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
body { margin: 12px; overflow-wrap: anywhere; }
.p { margin: 0.8em 0; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 0.7em 0 0.4em; }
h1 { font-size: 1.6em; } h2 { font-size: 1.35em; } h3 { font-size: 1.15em; }
ul, ol, dl { margin: 0.4em 0; padding-inline-start: 1.6em; }
table { border-collapse: collapse; } td, th { vertical-align: top; padding: 2px 6px; }
pre { white-space: pre-wrap; }
hr { border: 0; border-top: 1px solid var(--edge); }
.a { text-decoration: underline; text-decoration-color: var(--edge); text-underline-offset: 2px; }
.button, .input { border: 1px solid var(--edge); border-radius: 4px; padding: 0 0.4em; }
.img { display: inline-block; min-width: 1.2em; min-height: 1.2em; padding: 0 0.4em; border: 1px dashed var(--edge); border-radius: 3px; color: var(--faint); font-size: 0.85em; }
.option { display: inline-block; padding-inline-end: 0.6em; color: var(--faint); }
[data-b] { background-color: var(--paper); outline-offset: -1px; }
[data-b][data-kind=template] { background-color: color-mix(in srgb, var(--tint) calc(18% + 42% * var(--sure)), var(--paper)); }
[data-b]:focus { outline: 2px solid var(--pick); }
[data-b][data-selected] { outline: 2px solid var(--pick); }
body[data-show=content] [data-kind=template], body[data-show=template] [data-kind=content] { color: transparent; }
body[data-show=content] [data-kind=content], body[data-show=template] [data-kind=template] { color: var(--ink); }
`;
