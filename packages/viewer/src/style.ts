import { COLOURS, MARKS } from './frame.ts';

export const STYLE = `${COLOURS}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; }
[hidden], #lists > p:empty { display: none !important; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
input, select, button, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 6px; padding: 4px 10px; }
::placeholder { color: var(--faint); opacity: 1; }
button, summary { cursor: pointer; }
button:hover:not(:disabled) { background: var(--soft); }
button:disabled { background: var(--soft); color: var(--faint); cursor: default; }
h1 { flex: 1; margin: 0 0 8px; font-size: 1.6rem; line-height: 1.25; overflow-wrap: break-word; }
h2 { margin: 24px 0 8px; font-size: 1.15rem; }
dl, dd, ol, ul { margin: 0; padding: 0; list-style: none; }
dd, li, th, td, small, #page-summary { overflow-wrap: break-word; min-width: 0; }
dt, small, .find, .controls, .legend, thead th, .hint, .excerpt, #page-summary { color: var(--faint); }
.find, .controls, .legend, small, .facts-list, .excerpt, .reason, #page-summary { font-size: 0.88rem; }
.hint, .reason, .excerpt, .find { margin: 8px 0 0; }

.top { padding: 8px 20px; border-bottom: 1px solid var(--edge); background: var(--paper); }
#trail { display: flex; flex-wrap: wrap; gap: 0 4px; }
#trail li + li::before { content: '/'; color: var(--faint); margin-inline-end: 4px; }
#trail [aria-current] { color: inherit; text-decoration: none; }

#lists { max-width: 1200px; margin: 0 auto; padding: 20px; }
.facts { display: flex; flex-wrap: wrap; gap: 0 16px; }
.run div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 12px; padding: 3px 0; }
.run ul { max-height: 12rem; overflow: auto; }
.scroll { max-height: 80vh; margin: 8px 0; overflow: auto; border: 1px solid var(--edge); border-radius: 8px; background: var(--paper); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 7px 12px; border-top: 1px solid var(--edge); text-align: start; vertical-align: top; font-weight: 400; }
thead th { position: sticky; top: 0; background: var(--paper); }
thead button { padding: 0; border: 0; }
thead button::after { content: '\\2195'; margin-inline-start: 4px; opacity: 0.5; }
[aria-sort] button::after { content: '\\2191'; opacity: 1; }
[aria-sort='descending'] button::after { content: '\\2193'; }
tbody th { width: 99%; min-width: 9rem; }
tbody td { white-space: nowrap; }
tbody tr { content-visibility: auto; contain-intrinsic-block-size: 40px; }
small { display: block; }
.share-bar { display: inline-block; width: 72px; height: 8px; border-radius: 2px; forced-color-adjust: none;
  background: linear-gradient(to right, var(--template) calc(var(--share) * 100%), var(--content) 0); }

.viewing { height: 100vh; display: flex; flex-direction: column; }
.viewer { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) minmax(280px, 34%); }
.viewer section, #view, #blocks { display: flex; flex-direction: column; min-height: 0; min-width: 0; }
.bar, .controls, .legend { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; padding: 6px 14px; }
.bar { flex-wrap: nowrap; }
.bar h1 { margin: 0; overflow: hidden; font-size: 1.1rem; white-space: nowrap; text-overflow: ellipsis; }
.controls :is(select, button) { color: var(--ink); padding: 1px 8px; }
#view { flex: 1; }
#stage { flex: 1; overflow: auto; border-block: 1px solid var(--edge); background: var(--paper); outline-offset: -2px; }
#sheet { position: relative; width: max-content; min-width: 100%; }
#sheet iframe { display: block; border: 0; }
.glass { position: absolute; inset: 0; cursor: crosshair; }
.side { gap: 10px; padding: 10px; border-inline-start: 1px solid var(--edge); background: var(--paper); }
#sides { flex: none; display: flex; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: 6px; overflow: hidden; }
#sides label { flex: 1; cursor: pointer; text-align: center; }
#sides input { position: absolute; opacity: 0; }
#sides span { display: block; padding: 2px 10px; }
#sides :checked + span { background: color-mix(in srgb, var(--accent) 17%, var(--paper)); font-weight: 600; }
#sides :focus-visible + span { outline: 2px solid var(--accent); outline-offset: -2px; }
#result { flex: 1; overflow: auto; }
#page-summary { margin: 0; }
#markdown { margin: 12px 0 0; padding-top: 12px; border-top: 1px solid var(--edge); white-space: pre-wrap; overflow-wrap: break-word; font: 0.82rem/1.55 ui-monospace, monospace; }
#blocks { flex: 1; gap: 8px; }
#blocks input { width: 100%; }
#details { flex: none; height: 21rem; overflow: auto; }
.verdict { display: inline-block; margin: 0; padding: 1px 10px; border: 1px solid; border-radius: 99px; font-weight: 600; font-size: 0.85rem; }
.verdict-template { color: var(--template); border-width: 2px; }
.verdict-content { color: var(--content); }
.facts-list { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 12px; margin: 8px 0; font-variant-numeric: tabular-nums; }
#block-list { flex: 1; min-height: 6rem; overflow: auto; }
#block-list li { content-visibility: auto; contain-intrinsic-block-size: 28px; }
#block-list button { width: 100%; height: 28px; padding-block: 0; text-align: start; border: 0; border-inline-start: 5px solid transparent; border-radius: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.9rem; }
#block-list [data-verdict='template'] button { border-color: var(--template); background: color-mix(in srgb, var(--template-tint) 15%, var(--paper)); }
#block-list [data-verdict='content'] button { border-color: var(--content); }
#block-list [data-section='main'] button { border-inline-end: 4px solid var(--main); }
#block-list [data-section='comments'] button { border-inline-end: 4px dashed var(--main); }
#block-list [aria-current] button { outline: 2px solid var(--accent); outline-offset: -2px; }
.legend li { display: flex; align-items: center; gap: 6px; }
.swatch { width: 16px; height: 12px; border-inline-start: 3px solid var(--template); border-radius: 2px; }
.swatch.sure { background: color-mix(in srgb, var(--template-tint) 32%, var(--paper)); }
.swatch.unsure { background: color-mix(in srgb, var(--template-tint) 8%, var(--paper)); }
.swatch.page { border: 1px solid var(--edge); border-inline-start: 3px solid var(--content); }
.swatch[data-section] { border: 0; }
.swatch[data-section=main], .section[hidden] ~ li .page, #block-list :is([data-section=main], [data-verdict=content]:not([data-section])) button { background-color: var(--kept); }
${MARKS('.swatch[data-section=')}

@media (max-width: 900px) {
  .viewing { height: auto; }
  .viewer { grid-template-columns: minmax(0, 1fr); }
  .side { border: 0; }
  #stage { flex: none; height: 60vh; }
  #block-list { max-height: 16rem; }
  #details { height: auto; min-height: 8rem; }
}

@media (max-width: 500px) {
  #lists { padding: 14px; }
  table { font-size: 0.88rem; }
  th, td { padding-inline: 8px; }
  tbody th { min-width: 12rem; }
  td .share-bar, #pages tr > :last-child, th:not([aria-sort]) button::after { display: none; }
}
`;
