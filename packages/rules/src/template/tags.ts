/** Usual element names, so that a number stands for one in a saved template: a new one comes last. */
export const TAGS: readonly string[] = (
  'div li ul a p span h1 h2 h3 h4 h5 h6 nav header footer main article section aside table tbody tr td th thead tfoot caption ' +
  'body html form label button input pre code em strong b i u small sub sup time address figure figcaption blockquote dl dt dd ol ' +
  'center font cite q kbd abbr details summary fieldset legend select option textarea iframe svg picture video audio canvas del ins'
).split(' ');
