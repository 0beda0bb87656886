/** Which places of a layout are saved: those below a place of one verdict say little more than it does. */
import { allOf, type PlaceNode } from './place-node.ts';

/** Maximum places of a layout that are saved. */
const SAVED_MAX = 96;
/** Levels that are kept below a place whose text is nearly all of one verdict. */
const LEVELS = 2;
const NEARLY_ALL = 0.98;
/** Places with less of the text of the layout are not saved, unless they may be a title, a date or an author. */
const SHARE_MIN = 0.004;

const TELLING = /^(h[1-3]|time|article|main|nav|header|footer|aside)$/;
const TELLING_NAME = /date|time|author|byline|title|publish|\[/i;

/** The places that are saved, each after the one around it. */
export function savedNodes(root: PlaceNode): readonly PlaceNode[] {
  const worths = worthsOf(root);
  const found: { readonly node: PlaceNode; readonly worth: number }[] = [];
  const walk = (node: PlaceNode, levels: number): void => {
    for (const child of node.children) {
      const worth = worths.get(child) ?? 0;
      if (worth < SHARE_MIN) continue;
      found.push({ node: child, worth });
      const left = isUniform(child) ? Math.min(levels, LEVELS) - 1 : levels;
      if (left > 0) walk(child, left);
    }
  };
  walk(root, Number.POSITIVE_INFINITY);
  if (found.length <= SAVED_MAX) return found.map(({ node }) => node);
  // A place has at least the worth of those inside of it, so what is kept is a tree.
  const least = found.map(({ worth }) => worth).sort((a, b) => b - a)[SAVED_MAX - 1] ?? 0;
  return found.filter(({ worth }) => worth >= least).map(({ node }) => node);
}

const textOf = ({ made, tested }: PlaceNode): number => allOf(made) + allOf(tested);

/** The most that a place or one inside of it has of the layout's text. */
function worthsOf(root: PlaceNode): ReadonlyMap<PlaceNode, number> {
  const whole = Math.max(
    1,
    root.children.reduce((sum, child) => sum + textOf(child), 0),
  );
  const worths = new Map<PlaceNode, number>();
  const walk = (node: PlaceNode): number => {
    const telling = TELLING.test(node.tag) || [...node.names.keys()].some((name) => TELLING_NAME.test(name));
    const worth = node.children.reduce(
      (most, child) => Math.max(most, walk(child)),
      Math.max(telling ? SHARE_MIN : 0, textOf(node) / whole),
    );
    worths.set(node, worth);
    return worth;
  };
  for (const child of root.children) walk(child);
  return worths;
}

function isUniform({ made, tested }: PlaceNode): boolean {
  const [template, content] = [made.template + tested.template, made.content + tested.content];
  return Math.max(template, content) >= NEARLY_ALL * (template + content);
}
