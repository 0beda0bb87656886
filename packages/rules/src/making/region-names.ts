/** What a region of the template is: by its element, its role, the words of its names, its links and its place in the page. */
import type { Region } from '../apply/index.ts';
import type { PlaceNode } from '../template/place-node.ts';

/** Words of names, in the languages that sites are built in; the first that fits names the region. */
const WORDS: readonly (readonly [Region, RegExp])[] = [
  ['comments', /comment|respond|disqus|kommentar|comentario/],
  ['share', /share|sharing|social|addthis|teilen|partage|follow/],
  ['notice', /cookie|consent|gdpr|notice|banner|alert|newsletter|subscribe|hinweis/],
  ['related', /related|recommend|similar|more-from|popular|trending|read-next|verwandt/],
  ['navigation', /(^|[^a-z])nav|menu|breadcrumb|crumbs|pager|paginat|tabs|toc|skip|menue|jump|prev|next/],
  ['footer', /foot|copyright|colophon|legal|imprint|siteinfo|fuss/],
  ['header', /head(er)?($|[^a-z])|masthead|logo|brand|banner|top-?bar|kopf/],
  ['sidebar', /side|aside|widget|column-?(one|two|1|2)|rail|portlet/],
];

const BY_ELEMENT: Readonly<Record<string, Region>> = {
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'sidebar',
};

const BY_ROLE: Readonly<Record<string, Region>> = {
  '[role="navigation"]': 'navigation',
  '[role="banner"]': 'header',
  '[role="contentinfo"]': 'footer',
  '[role="complementary"]': 'sidebar',
  '[role="search"]': 'navigation',
  '[role="alert"]': 'notice',
};

/** Share of a region's text in links, from which on a region without telling names is a navigation. */
const LINKED = 0.7;

/** The region of places that one selector selects; `first` is one of them. */
export function regionOf(first: PlaceNode, nodes: readonly PlaceNode[]): Region {
  return namedRegion(first) ?? insideRegion(first) ?? linkedRegion(nodes);
}

function namedRegion(node: PlaceNode): Region | undefined {
  for (const name of node.names.keys()) {
    const region = BY_ROLE[name];
    if (region !== undefined) return region;
  }
  if (node.tag === 'nav') return 'navigation';
  const names = [...node.names.keys()]
    .filter((name) => !name.startsWith('['))
    .join(' ')
    .toLowerCase();
  return WORDS.find(([, words]) => words.test(names))?.[0] ?? BY_ELEMENT[node.tag];
}

/** A part of a landmark is part of that region. */
function insideRegion(node: PlaceNode): Region | undefined {
  for (let around = node.parent; around !== undefined && around.tag !== 'body'; around = around.parent) {
    const region = BY_ELEMENT[around.tag];
    if (region !== undefined) return region;
  }
  return undefined;
}

function linkedRegion(nodes: readonly PlaceNode[]): Region {
  const linked = nodes.reduce((sum, { made }) => sum + made.linked, 0);
  const all = nodes.reduce((sum, { made }) => sum + made.template + made.content, 0);
  return all > 0 && linked >= LINKED * all ? 'navigation' : 'template';
}
