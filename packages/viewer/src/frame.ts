/**
 * The frame of a sanitised page. Orange is used only for template, and blue only for content. The two colours differ in
 * lightness, and can be distinguished with every kind of colour blindness. At the other edge, main content has a green
 * line, and comments a broken line; green is the ground of what is kept. Violet is for links, focus and selection.
 */
import { make } from './dom.ts';

export const COLOURS = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fff, #171a1f);
  --ground: light-dark(#f5f6f7, #0f1115);
  --soft: light-dark(#eef0f2, #22262d);
  --ink: light-dark(#1c2026, #e5e8ec);
  --faint: light-dark(#5b626c, #9ca5b0);
  --edge: light-dark(#d9dde2, #323944);
  --accent: light-dark(#5b34b8, #c3adff);
  --on-accent: light-dark(#fff, #191230);
  --danger: light-dark(#a51d2d, #ff938c);
  --template: light-dark(#bd5500, #ffa64d);
  --content: light-dark(#0067b1, #6cb6ff);
  --main: light-dark(#0b7a37, #4fd07f);
  --template-tint: light-dark(#f5902f, #c8701c);
  --kept: color-mix(in srgb, var(--main) 16%, var(--paper));
}`;

/**
 * Style rules for the marks of main content and comments. Marks are background images, because background colours and
 * borders already show template or content.
 */
export const MARKS = (element: string): string => `
${element}main], ${element}comments] { background-size: 4px 100%; background-position: right; background-repeat: no-repeat; }
${element}main] { background-image: linear-gradient(var(--main), var(--main)); }
${element}comments] { background-image: repeating-linear-gradient(var(--main) 0 4px, transparent 4px 8px); }`;

/** The only style sheet of the frame. `data-t` is the name of the source element. */
const FRAME_STYLE = `${COLOURS}
* { box-sizing: border-box; }
html, body { margin: 0; background: var(--paper); color: var(--ink); }
body { padding: 14px 18px; font: 15px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
[data-verdict=template] { background: color-mix(in srgb, var(--template-tint) calc(var(--sure) * 24% + 8%), var(--paper)); border-radius: 2px; }
div[data-verdict=template], td[data-verdict=template], th[data-verdict=template] { box-shadow: -3px 0 0 var(--template); }
div[data-verdict=content], td[data-verdict=content], th[data-verdict=content] { box-shadow: -3px 0 0 var(--content); }
[data-b][data-selected] { outline: 2px solid var(--accent); outline-offset: 1px; }
[data-t=p], [data-t=blockquote], [data-t=ul], [data-t=ol], [data-t=pre], table { margin: .5em 0; }
[data-t=ul], [data-t=ol], [data-t=menu], [data-t=dir] { padding-left: 1.4em; }
[data-t=li] { display: list-item; list-style: disc; padding-left: 4px; }
[data-t=ol] > [data-t=li] { list-style: decimal; }
[data-t=dt] { font-weight: 600; } [data-t=dd], [data-t=blockquote] { margin-left: 1.5em; }
[data-t=h1] { font-size: 1.7em; } [data-t=h2] { font-size: 1.4em; } [data-t=h3] { font-size: 1.2em; }
[data-t=h1], [data-t=h2], [data-t=h3], [data-t=h4], [data-t=h5], [data-t=h6] { font-weight: 650; line-height: 1.25; margin: .6em 0 .3em; }
[data-t=pre], [data-t=listing], [data-t=xmp], [data-t=textarea] { white-space: pre-wrap; font: .88em/1.5 ui-monospace, monospace; }
[data-t=code], [data-t=kbd], [data-t=samp], [data-t=tt] { font: .9em ui-monospace, monospace; }
[data-t=b], [data-t=strong], [data-t=th], [data-t=legend], [data-t=summary] { font-weight: 600; }
[data-t=i], [data-t=em], [data-t=cite] { font-style: italic; } [data-t=del], [data-t=s] { text-decoration: line-through; }
[data-t=mark] { font-weight: 600; }
[data-t=small], [data-t=sub], [data-t=sup], [data-t=figcaption] { font-size: .85em; }
[data-t=sub] { vertical-align: sub; } [data-t=sup] { vertical-align: super; } [data-t=center] { text-align: center; }
[data-t=a] { text-decoration: underline; text-decoration-color: var(--faint); text-decoration-thickness: 1px; text-underline-offset: 2px; }
[data-t=a] + [data-t=a] { margin-left: .6em; }
[data-t=select], [data-t=button]:has([data-s]), [data-t=field] { border: 1px solid var(--faint); border-radius: 5px; padding: 0 .5em; display: inline-block; }
[data-t=field] { color: var(--faint); }
[data-t=img], [data-t=box] { display: inline-block; max-width: 100%; padding: 0 .5em; border-radius: 3px; background: var(--soft); color: var(--faint); font-size: .85em; }
[data-t=img]::before { content: 'picture: '; } [data-t=box]::before { content: 'embedded: '; }
[data-t=hr] { border-top: 1px solid var(--edge); margin: .8em 0; }
${MARKS('[data-section=')}
[data-verdict=content]:not([data-section]), [data-section=main] { background-color: var(--kept); }
[data-section=main], [data-section=comments] { padding-inline-end: 7px; }
table { border-collapse: collapse; } td, th { padding: 2px 6px; vertical-align: top; text-align: left; }
body[data-show=content] [data-verdict=template] { display: none; }
body[data-show=template] [data-verdict=content],
body[data-show=main] [data-verdict]:not([data-section=main]), body[data-show=comments] [data-verdict]:not([data-section=comments]) { opacity: .25; }
@media (forced-colors: active) { [data-verdict=template] { border-inline-start: 4px solid; } }
`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** A frame without scripts and requests, with the output of `sanitise`. The viewer may read its document. */
export function frameOf(sanitised: string): HTMLIFrameElement {
  const frame = make('iframe', { title: 'The page, without its own styles, pictures and scripts' });
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.tabIndex = -1;
  frame.srcdoc = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${FRAME_STYLE}</style></head><body>${sanitised}</body></html>`;
  return frame;
}
