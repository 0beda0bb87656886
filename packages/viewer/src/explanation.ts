/** Why a block has its verdict: the same panel in report and playground. */
import { count, percent, signed } from './format.ts';
import type { Kind, Section } from './verdict.ts';

export type Fact = readonly [name: string, value: string];

export interface Explanation {
  readonly kind: Kind;
  /** Log odds that the block is template; undefined where repetition alone decides. */
  readonly score?: number | undefined;
  /** What it is to the main content, and log odds that it is main content; undefined where repetition alone decides. */
  readonly section?: Section | undefined;
  readonly mainScore?: number | undefined;
  /** Template ratio, 0 to 1. */
  readonly ratio: number;
  /** Unicode code points. */
  readonly length: number;
  readonly path: string;
  readonly reason: string;
  /** Facts that only one of the viewers has; they come before the path. */
  readonly more?: readonly Fact[];
}

/** The panel: the verdict, its facts, the reason. */
export function explanationOf(explanation: Explanation): HTMLElement[] {
  const { kind, score, section, mainScore, ratio, length, path, reason, more = [] } = explanation;
  const verdict = element('p', `kind kind-${kind}`, kind);
  const list = element('dl', 'facts-list');
  const facts: Fact[] = [
    ...(score === undefined ? [] : [['Confidence', `${confidence(score)} (log odds ${signed(score)})`] as const]),
    ...(section === undefined || mainScore === undefined
      ? []
      : [['Main content', answer(section, mainScore)] as const]),
    ['Template ratio', percent(ratio)],
    ['Characters', count(length)],
    ...more,
    ['Path', path],
  ];
  for (const [name, value] of facts) {
    list.append(element('dt', '', name), element('dd', '', value));
  }
  return [verdict, list, element('p', 'reason', reason)];
}

/** Probability of the verdict by its log odds. */
function confidence(score: number): string {
  const sure = 100 / (1 + Math.exp(-Math.abs(score)));
  return sure > 99.9 ? 'over 99.9 %' : `${sure.toFixed(sure > 99 ? 1 : 0)} %`;
}

/** Whether a block is main content. The verdict also depends on the blocks around it, so that it is not that of the odds alone. */
const answer = (section: Section, score: number): string =>
  `${section === 'main' ? 'yes' : section === 'comments' ? 'no, comments of readers' : 'no'} (log odds ${signed(score)})`;

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}
