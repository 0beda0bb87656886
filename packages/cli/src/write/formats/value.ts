/** The value of one field of each page, for shells. */
import type { Format } from './format.ts';

export const value: Format = {
  name: 'value',
  about: ['one field of --fields: a text as it is, other values as JSON'],
  fields: ['title'],
  hasText: true,
  writer: (parts) => ({
    page(source) {
      const found = Object.values(source.values(parts.fields)).map((each) =>
        typeof each === 'string' ? each : JSON.stringify(each),
      );
      return `${found.join('\n')}\n`.replace(/\n\n$/, '\n');
    },
  }),
};
