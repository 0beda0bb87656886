/** What a verdict rests on, in numbers and in words. */
import type { Core } from '../memory.ts';
import { FEATURE_NAMES } from './features.ts';

/** Why a block is what it is. Shares are 0 to 1; odds are natural log odds of template, to the thousandth. */
export interface Explanation {
  /** Log odds by the page alone: place, links, sentences, names of elements, and the like. */
  readonly page: number;
  /** What the site's table adds to them; 0 where a page is judged alone. Both models are asked, and this is the difference. */
  readonly site: number;
  /** Their sum, by which the verdict is. */
  readonly score: number;
  /** Share of the text that was on a page of the site before, and on four at least, as far as it is not forgotten. */
  readonly known: number;
  readonly often: number;
  /** Of the pages of the site with this place, the share that had it when most of its text was known. */
  readonly placeKnown: number;
  /** Share of the site's pages that had this place. */
  readonly placeSeen: number;
  /** Every feature by its name, as the byte that the model sees. */
  readonly features: Readonly<Record<string, number>>;
  /** The path of the outermost element around the block in which all text has the same verdict, the block's own at least. */
  readonly section: string;
  /** One sentence. */
  readonly reason: string;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const signed = (odds: number): string => `${odds < 0 ? '−' : '+'}${Math.abs(odds).toFixed(1)}`;

/** The block's features by name; none where a model does not decide. */
function featuresOf(core: Core, block: number): Record<string, number> {
  if (!core.hasScores) return {};
  const { TILE_BLOCKS } = core.layout;
  const order = core.orderOf(block);
  const first = order - (order % TILE_BLOCKS);
  const tile = core.tile(first);
  return Object.fromEntries(FEATURE_NAMES.map((name, at) => [name, tile[at * TILE_BLOCKS + order - first] ?? 0]));
}

/** The outermost element around `block` in which no text has another verdict; a node. */
function sectionOf(core: Core, block: number): number {
  const { layout } = core;
  const kindOf = (at: number): number => core.block(at, layout.BLOCK_KIND);
  const isContent = kindOf(block) === layout.BLOCK_KIND_CONTENT;
  const mixed = new Set<number>();
  for (let at = 0; at < core.result(layout.PAGE_BLOCK_COUNT) * layout.BLOCK_BYTES; at += layout.BLOCK_BYTES) {
    if (kindOf(at) === layout.BLOCK_KIND_NONE || (kindOf(at) === layout.BLOCK_KIND_CONTENT) === isContent) continue;
    let node = core.block(at, layout.BLOCK_NODE);
    while (node !== 0 && !mixed.has(node)) {
      mixed.add(node);
      node = core.node(node, layout.NODE_PARENT);
    }
  }
  let section = core.block(block, layout.BLOCK_NODE);
  for (;;) {
    const above = core.node(section, layout.NODE_PARENT);
    if (above === 0 || mixed.has(above)) return section;
    section = above;
  }
}

const share = (byte: number | undefined): number => Math.round(((byte ?? 0) / 255) * 1000) / 1000;

/** Explains a block of the page in hand; `pathOf` writes the path of a node. */
export function explain(core: Core, block: number, pathOf: (node: number) => string): Explanation {
  const { layout } = core;
  const features = featuresOf(core, block);
  const score = core.scoreOf(block);
  const page = core.hasScores ? core.priorOf(block) : 0;
  const ratio = core.block(block, layout.BLOCK_TEMPLATE_LENGTH) / core.block(block, layout.BLOCK_LENGTH);
  const facts = {
    page,
    site: Math.round((score - page) * 1000) / 1000,
    score,
    known: share(features['known']),
    often: share(features['often']),
    placeKnown: share(features['placeKnown0']),
    placeSeen: share(features['placeSeen0']),
  };
  const kind = core.block(block, layout.BLOCK_KIND) === layout.BLOCK_KIND_CONTENT ? 'content' : 'template';
  const reason = core.hasScores
    ? `${kind}: ${weigh(facts, features['pages'] === 0)}`
    : `${kind}: ${percent(ratio)} template text`;
  return { ...facts, features, section: pathOf(sectionOf(core, block)), reason };
}

type Facts = Omit<Explanation, 'features' | 'section' | 'reason'>;

function weigh({ page, site, score, known, often, placeKnown, placeSeen }: Facts, isFirst: boolean): string {
  const odds = `log odds ${signed(score)}: ${signed(page)} by the page alone`;
  if (isFirst) return `${odds}, ${signed(site)} with nothing known of its site`;
  const repeats =
    known === 0
      ? 'none of its text was seen before'
      : `${percent(known)} of its text was seen before, ${percent(often)} often`;
  const place =
    placeSeen === 0
      ? 'its place is new'
      : `its place is on ${percent(placeSeen)} of the pages, and mostly known text on ${percent(placeKnown)} of these`;
  return `${odds}, ${signed(site)} by its site; ${repeats}; ${place}`;
}
