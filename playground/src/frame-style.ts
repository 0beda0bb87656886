/** How a page looks in view. It has no style of its own: this is all that there is. */
export const FRAME_STYLE = `
:root { color-scheme: light dark; --page: light-dark(#fff, #17191c); --ink: light-dark(#1c1e21, #e4e6e9);
  --tint: light-dark(#e8832a, #b9651c); --faint: light-dark(#6b6f76, #9aa0a8); --line: light-dark(#d9dce1, #3a3f46);
  --soft: light-dark(#f2f3f5, #22252a); }
* { box-sizing: border-box; }
html, body { margin: 0; background: var(--page); color: var(--ink); }
body { padding: 14px 18px; font: 15px/1.55 system-ui, sans-serif; overflow-wrap: break-word; overflow: hidden; }
[data-kind=template] { background: color-mix(in srgb, var(--tint) calc(var(--sure) * 62% + 8%), var(--page)); border-radius: 3px; }
div[data-kind=template], td[data-kind=template], th[data-kind=template] { box-shadow: -3px 0 0 var(--tint); }
[data-b][data-at] { outline: 2px solid light-dark(#1a5fb4, #78aeed); outline-offset: 1px; }
[data-t=p], [data-t=blockquote], [data-t=ul], [data-t=ol], [data-t=pre], table { margin: .5em 0; }
[data-t=ul], [data-t=ol], [data-t=menu], [data-t=dir] { padding-left: 1.4em; }
[data-t=li] { display: list-item; list-style: disc; padding-left: 3px; }
[data-t=ol] > [data-t=li] { list-style: decimal; }
[data-t=dt] { font-weight: 600; } [data-t=dd], [data-t=blockquote] { margin-left: 1.5em; }
[data-t=h1] { font-size: 1.7em; } [data-t=h2] { font-size: 1.4em; } [data-t=h3] { font-size: 1.2em; }
[data-t=h1], [data-t=h2], [data-t=h3], [data-t=h4], [data-t=h5], [data-t=h6] { font-weight: 650; line-height: 1.25; margin: .6em 0 .3em; }
[data-t=pre], [data-t=listing], [data-t=xmp], [data-t=textarea] { white-space: pre-wrap; font: .88em/1.5 ui-monospace, monospace; }
[data-t=pre]:not([data-b]), [data-t=code] { background: var(--soft); }
[data-t=code], [data-t=kbd], [data-t=samp], [data-t=tt] { font: .9em ui-monospace, monospace; border-radius: 3px; }
[data-t=b], [data-t=strong], [data-t=th], [data-t=legend], [data-t=summary] { font-weight: 600; }
[data-t=i], [data-t=em], [data-t=cite] { font-style: italic; } [data-t=del], [data-t=s] { text-decoration: line-through; }
[data-t=small], [data-t=sub], [data-t=sup], [data-t=figcaption] { font-size: .85em; }
[data-t=sub] { vertical-align: sub; } [data-t=sup] { vertical-align: super; } [data-t=center] { text-align: center; }
[data-t=a] { text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 2px; }
[data-t=button], [data-t=select] { border: 1px solid var(--line); border-radius: 5px; padding: 0 .5em; display: inline-block; }
[data-t=a] + [data-t=a] { margin-left: .6em; }
[data-t=button]:not(:has([data-s])) { border: 0; padding: 0; }
[data-t=field] { display: inline-block; width: 9em; height: 1.4em; border: 1px solid var(--line); border-radius: 5px; vertical-align: middle; }
[data-t=img], [data-t=box] { display: inline-block; min-width: 1.6em; min-height: 1.2em; padding: 0 .4em; border: 1px dashed var(--line);
  border-radius: 3px; color: var(--faint); font-size: .85em; vertical-align: middle; }
[data-t=hr] { border-top: 1px solid var(--line); margin: .8em 0; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: 2px 6px; vertical-align: top; text-align: left; }
@media (forced-colors: active) { [data-kind=template] { border-inline-start: 4px solid; } }
`;
