/** Markup with what is put into it escaped, unless it is markup itself. */
import { escapeMarkup } from './rendering.ts';

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | readonly Markup[];

const write = (value: Value): string => {
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeMarkup(String(value));
};

export const markup = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...values.map(write)));

/** A value that a script of the page reads, in a `script` element of its own. */
export const inScript = (value: unknown): Markup => new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
