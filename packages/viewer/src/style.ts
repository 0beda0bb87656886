/** The style of documents that show pages and figures of them, and of the viewer in them. */
import { COLOURS, MARKS } from './frame.ts';
import { markup } from './markup.ts';

/** The legend of bars of shares. */
export const shareLegend = markup`<ul class="legend"><li><span class="swatch template"></span>template</li><li><span class="swatch content"></span>content</li></ul>`;

export const SHARED_STYLE = `${COLOURS}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; }
[hidden] { display: none !important; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
input, select, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 6px; padding: 4px 10px; }
::placeholder { color: var(--faint); opacity: 1; }
button, summary { cursor: pointer; }
button:hover:not(:disabled) { background: var(--soft); }
button:disabled { background: var(--soft); color: var(--faint); cursor: default; }
.choices { display: flex; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: 6px; overflow: hidden; }
.choices label { flex: 1; cursor: pointer; }
.choices input { position: absolute; opacity: 0; }
.choices span { display: block; padding: 2px 10px; text-align: center; white-space: nowrap; }
.choices :checked + span { background: color-mix(in srgb, var(--accent) 17%, var(--paper)); font-weight: 600; }
.choices :focus-visible + span { outline: 2px solid var(--accent); outline-offset: -2px; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; color: var(--faint); font-size: 0.85rem; }
.controls :is(select, button) { color: var(--ink); }
.viewed { flex: 1; display: flex; flex-direction: column; min-height: 0; }
.viewed > .controls { padding: 8px 14px 0; }
.viewed > .legend { margin: 0; padding: 6px 14px 8px; border-bottom: 1px solid var(--edge); }
#stage { flex: 1; overflow: auto; background: var(--paper); outline-offset: -2px; }
#sheet { position: relative; width: max-content; min-width: 100%; }
#sheet iframe { display: block; border: 0; }
.glass { position: absolute; inset: 0; cursor: crosshair; }
.blocks { display: flex; flex-direction: column; gap: 8px; min-height: 0; }
.find { color: var(--faint); font-size: 0.9rem; }
.find input { width: 100%; }
#details { overflow: auto; font-size: 0.95rem; }
.hint { margin: 0; color: var(--faint); }
#block-list { flex: 1; min-height: 6rem; overflow: auto; margin: 0; padding: 0; list-style: none; }
#block-list li { content-visibility: auto; contain-intrinsic-block-size: 28px; }
#block-list button { width: 100%; height: 28px; padding-block: 0; text-align: start; border: 0; border-inline-start: 5px solid transparent; border-radius: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.9rem; }
#block-list [data-verdict='template'] button { border-color: var(--template); background: color-mix(in srgb, var(--template-tint) 15%, var(--paper)); }
#block-list [data-verdict='content'] button { border-color: var(--content); }
#block-list [data-section='main'] button { border-inline-end: 4px solid var(--main); }
#block-list [data-section='comments'] button { border-inline-end: 4px dashed var(--main); }
#block-list [aria-current] button { outline: 2px solid var(--accent); outline-offset: -2px; }
.segments { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
.segments caption { caption-side: bottom; text-align: start; color: var(--faint); }
.segments :is(th, td) { padding: 2px 4px 2px 0; border-bottom: 1px solid var(--edge); overflow: hidden; text-align: start; white-space: nowrap; text-overflow: ellipsis; }
.segments th { font-weight: 400; color: var(--faint); }
.segments :is(th, td):nth-child(2) { width: 3.2em; }
.segments :is(th, td):nth-child(3) { width: 6em; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0 0; padding: 0; list-style: none; color: var(--faint); font-size: 0.85rem; }
.legend li { display: flex; align-items: center; gap: 6px; }
.swatch { flex: none; width: 16px; height: 12px; border-radius: 2px; }
.swatch.template { background: var(--template); }
.swatch.content { background: var(--content); }
.swatch.sure { background: color-mix(in srgb, var(--template-tint) 52%, var(--paper)); border-inline-start: 3px solid var(--template); }
.swatch.unsure { background: color-mix(in srgb, var(--template-tint) 12%, var(--paper)); border-inline-start: 3px solid var(--template); }
.swatch.page { background: var(--paper); border: 1px solid var(--edge); border-inline-start: 3px solid var(--content); }
${MARKS('.swatch[data-section=')}
.share-bar { display: inline-block; width: 72px; height: 8px; border-radius: 2px; vertical-align: middle; forced-color-adjust: none;
  background: linear-gradient(to right, var(--template) calc(var(--share) * 100%), var(--paper) 0 calc(var(--share) * 100% + 1px), var(--content) 0); }
.chart { margin: 0; }
.chart figcaption { font-size: 0.9rem; margin-bottom: 4px; }
.chart > svg { display: block; width: 100%; }
.chart .scale { fill: var(--faint); font-size: 11px; }
@media (max-width: 500px) { .chart > svg[viewBox^='0 0 560'] .scale { font-size: 15px; } }
.chart .grid { stroke: var(--edge); }
.chart .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.line-template { stroke: var(--template); }
.line-neutral { stroke: var(--ink); }
.verdict { display: inline-block; justify-self: start; margin: 0; padding: 1px 10px; border: 1px solid; border-radius: 99px; font-weight: 600; font-size: 0.85rem; }
.verdict-template { color: var(--template); border-width: 2px; }
.verdict-content { color: var(--content); }
.facts-list { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 12px; margin: 8px 0; font-size: 0.88rem; font-variant-numeric: tabular-nums; }
.facts-list dt { color: var(--faint); }
.facts-list dd { margin: 0; overflow-wrap: anywhere; }
.reason, .excerpt { margin: 0; font-size: 0.88rem; }
.excerpt { margin-top: 8px; color: var(--faint); overflow-wrap: anywhere; }
`;
