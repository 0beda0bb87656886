/** HTML made from templates: every value is escaped, except markup that was made the same way. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
};

/** Text that is safe as text of an element and as an attribute value in quotes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"'\0]/g, (character) => ESCAPES[character] ?? '');

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
