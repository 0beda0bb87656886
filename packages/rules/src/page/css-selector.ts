/** Parses handwritten selectors by css-what into steps, which may have other conditions than names. */
import { AttributeAction, type AttributeSelector, parse, type Selector, SelectorType } from 'css-what';
import type { RulesAdapter } from '../apply/adapter.ts';
import { RulesError } from '../apply/rules.ts';
import { type Step, wordsIn } from '../apply/selectors.ts';

interface ReadStep extends Step {
  readonly conditions: readonly Selector[];
}

/** The paths between the commas of a selector. */
export type ParsedSelector = readonly (readonly ReadStep[])[];

const PARTS_MAX = 400;

/**
 * Parses a selector with the features of rules: names, ids, classes, attributes, descendants and children, positions
 * among siblings, `:not` of these.
 *
 * @throws {RulesError} `SELECTOR_INVALID`
 */
export function readSelector(selector: string): ParsedSelector {
  try {
    const paths = parse(selector);
    const parts = paths.flat();
    if (parts.length === 0 || paths.some(({ length }) => length === 0)) throw new Error('it is empty');
    if (parts.length > PARTS_MAX) throw new Error(`more than ${PARTS_MAX} parts`);
    for (const part of parts) checkPart(part);
    return paths.map(stepsOf);
  } catch (cause) {
    throw new RulesError(
      'SELECTOR_INVALID',
      `the selector ${selector.slice(0, 200)} cannot be read: ${(cause as Error).message}`,
      { cause },
    );
  }
}

const POSITION = /^(nth|first|last|only)-(child|of-type)$/;

const isCombinator = ({ type }: Selector): boolean => type === SelectorType.Child || type === SelectorType.Descendant;

function checkPart(part: Selector, isInNot = false): void {
  if (isCombinator(part) && !isInNot) return;
  const { type } = part;
  if (type === SelectorType.Tag || type === SelectorType.Universal || type === SelectorType.Attribute) return;
  if (type !== SelectorType.Pseudo) throw new Error(`${type} is not known`);
  const { name, data } = part;
  if (name === 'not' && Array.isArray(data) && !isInNot) for (const each of data.flat()) checkPart(each, true);
  else if (!POSITION.test(name) || (name.startsWith('nth-') && !/^\s*[1-9]\d*\s*$/.test(`${data}`)))
    throw new Error(`:${name} is not known`);
}

function stepsOf(path: readonly Selector[]): ReadStep[] {
  const steps: ReadStep[] = [];
  for (let start = 0; start <= path.length; ) {
    const found = path.findIndex((part, at) => at >= start && isCombinator(part));
    const end = found < 0 ? path.length : found;
    if (end === start) throw new Error('a combinator has no element next to it');
    const parts = path.slice(start, end);
    steps.push({
      isChild: path[start - 1]?.type === SelectorType.Child,
      names: parts.map(nameOf).filter((name) => name !== undefined),
      conditions: parts.filter((part) => nameOf(part) === undefined && part.type !== SelectorType.Universal),
    });
    start = end + 1;
  }
  return steps;
}

/** The key of a part in an index of names, ids and classes, if it has one. */
function nameOf(part: Selector): string | undefined {
  if (part.type === SelectorType.Tag) return `<${part.name.toLowerCase()}`;
  if (part.type !== SelectorType.Attribute || part.ignoreCase === true || part.value === '') return undefined;
  const { action, value } = part;
  const name = part.name.toLowerCase();
  if (name === 'id' && action === AttributeAction.Equals) return `#${value}`;
  return name === 'class' && action === AttributeAction.Element ? `.${value}` : undefined;
}

interface Subjects<N> extends Pick<RulesAdapter<N>, 'name' | 'attribute'> {
  /** Number of siblings. `isOfType`: only those with the same element name. */
  siblings(element: N, isOfType: boolean): readonly [before: number, after: number];
}

export function meets<N>(subjects: Subjects<N>, element: N, part: Selector): boolean {
  if (part.type === SelectorType.Universal) return true;
  if (part.type === SelectorType.Tag) return subjects.name(element) === part.name.toLowerCase();
  if (part.type === SelectorType.Attribute)
    return meetsAttribute(subjects.attribute(element, part.name.toLowerCase()), part);
  if (part.type !== SelectorType.Pseudo) return false;
  if (part.name === 'not' && Array.isArray(part.data))
    return !part.data.some((compound) => compound.every((each) => meets(subjects, element, each)));
  const [, which, kind] = POSITION.exec(part.name) ?? [];
  const [before, after] = subjects.siblings(element, kind === 'of-type');
  if (which === 'nth') return before + 1 === Number(part.data);
  return (which === 'last' || before === 0) && (which === 'first' || after === 0);
}

const TESTS: Readonly<Record<AttributeAction, (given: string, wanted: string) => boolean>> = {
  [AttributeAction.Exists]: () => true,
  [AttributeAction.Equals]: (given, wanted) => given === wanted,
  [AttributeAction.Not]: (given, wanted) => given !== wanted,
  [AttributeAction.Element]: (given, wanted) => wordsIn(given).includes(wanted),
  [AttributeAction.Start]: (given, wanted) => wanted !== '' && given.startsWith(wanted),
  [AttributeAction.End]: (given, wanted) => wanted !== '' && given.endsWith(wanted),
  [AttributeAction.Any]: (given, wanted) => wanted !== '' && given.includes(wanted),
  [AttributeAction.Hyphen]: (given, wanted) => given === wanted || given.startsWith(`${wanted}-`),
};

function meetsAttribute(found: string | null | undefined, { action, value, ignoreCase }: AttributeSelector): boolean {
  if (found == null) return false;
  return ignoreCase === true ? TESTS[action](found.toLowerCase(), value.toLowerCase()) : TESTS[action](found, value);
}
