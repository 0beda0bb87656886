/** Regions of a page's template: sections in which all text is template. */
import type { Core, Sections } from 'refrain/internal';
import { attributesOf } from 'refrain/internal';

/** A region on one page. */
export interface Region {
  /** Its path with ids and classes, by which it is recognised on other pages. */
  readonly key: string;
  /** Names of its elements: tags, ids, classes, roles. */
  readonly names: string;
  /** Unicode code points of its text, and of its linked text. */
  readonly length: number;
  readonly linked: number;
  /** Shares of the page's text before it and after it. */
  readonly before: number;
  readonly behind: number;
  /** Median DF of its text: half of the text has this DF or less. */
  readonly df: number;
  readonly text: string;
}

/** Regions of a page that are reported: the largest. */
const REGIONS_MAX = 16;
const TEXT_MAX = 160;
/** Elements around a text that are looked at. */
const ABOVE_MAX = 32;
/** UTF-16 code units of keys and names: of a key its end, which distinguishes sections. */
const KEY_MAX = 500;
const NAMES_MAX = 500;

interface Sum {
  length: number;
  linked: number;
  readonly before: number;
  end: number;
  readonly first: number;
  readonly segments: { df: number; length: number }[];
}

/** The regions of the current page. */
export function regionsOf(core: Core, blocks: readonly number[], sections: Sections): Region[] {
  const { layout } = core;
  const found = new Map<number, Sum>();
  let at = 0;
  for (const block of blocks) {
    const length = core.block(block, layout.Block.LENGTH);
    if (core.block(block, layout.Block.KIND) !== layout.BlockKind.CONTENT) {
      const section = sections.around(block);
      let region = found.get(section);
      if (region === undefined) {
        region = { length: 0, linked: 0, before: at, end: 0, first: block, segments: [] };
        found.set(section, region);
      }
      addSegments(core, block, region);
      region.length += length;
      region.end = at + length;
    }
    at += length;
  }
  const whole = Math.max(1, at);
  return [...found]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, REGIONS_MAX)
    .map(([section, { length, linked, before, end, first, segments }]) => ({
      ...describe(core, section, first),
      ...{ length, linked, before: before / whole, behind: (whole - end) / whole, df: medianDf(segments) },
      text: core.renderBlock(first).slice(0, TEXT_MAX),
    }));
}

function addSegments(core: Core, block: number, region: Sum): void {
  const { layout } = core;
  const element = core.block(block, layout.Block.NODE);
  let at = core.block(block, layout.Block.FIRST_SEGMENT);
  for (; at !== layout.Segment.NONE; at = core.segment(at, layout.Segment.NEXT)) {
    const length = core.segment(at, layout.Segment.LENGTH);
    region.segments.push({ df: core.segment(at, layout.Segment.DF), length });
    if (isLinked(core, core.segment(at, layout.Segment.NODE), element)) region.linked += length;
  }
}

/** Whether one of the nearest elements around a text is a link; a walk to a far one for every text could take long. */
function isLinked(core: Core, text: number, block: number): boolean {
  let node = text;
  for (let above = 0; above < ABOVE_MAX; above += 1) {
    node = core.node(node, core.layout.Node.PARENT);
    if (node === 0) return false;
    if (core.nameOf(node) === 'a') return true;
    if (node === block) return false;
  }
  return false;
}

function medianDf(segments: { df: number; length: number }[]): number {
  segments.sort((one, other) => one.df - other.df);
  const half = segments.reduce((sum, { length }) => sum + length, 0) / 2;
  let sum = 0;
  for (const { df, length } of segments) {
    sum += length;
    if (sum >= half) return df;
  }
  return 0;
}

/** Numbers in names change from page to page or day to day, so all of them become 0. */
const fold = (name: string): string => name.replace(/\d+/g, '0');

function step(core: Core, node: number): { name: string; id: string; classes: readonly string[]; role: string } {
  const given = attributesOf(core, node);
  const classes = (given.get('class') ?? '').split(/\s+/).filter((name) => name !== '');
  return {
    name: core.nameOf(node),
    id: fold(given.get('id') ?? ''),
    classes: classes.map(fold),
    role: given.get('role') ?? '',
  };
}

/** Key of a section: tags and ids from the root down, and its own classes. Its names: those from its first block up to it. */
function describe(core: Core, section: number, block: number): { key: string; names: string } {
  const { layout } = core;
  const path: string[] = [];
  for (let node = section; node !== 0; node = core.node(node, layout.Node.PARENT)) {
    const { name, id, classes } = step(core, node);
    const own = node === section ? classes.slice(0, 2).map((each) => `.${each}`) : [];
    path.push(`${name}${id === '' ? '' : `#${id}`}${own.join('')}`);
  }
  const names: string[] = [];
  for (let node = core.block(block, layout.Block.NODE); node !== 0; node = core.node(node, layout.Node.PARENT)) {
    const { name, id, classes, role } = step(core, node);
    names.push([name, id, ...classes, role].join(' '));
    if (node === section) break;
  }
  return { key: path.reverse().join('/').slice(-KEY_MAX), names: names.join(' ').slice(0, NAMES_MAX) };
}
