/** The format if none is chosen: Markdown of the only page, or one line of JSON per page. */
import type { Format } from './format.ts';
import { markdown } from './markdown.ts';
import { ndjson } from './ndjson.ts';

export const auto: Format = {
  name: 'auto',
  about: [],
  ...(ndjson.fields === undefined ? {} : { fields: ndjson.fields }),
  hasText: true,
  writer(parts) {
    const [one, line] = [markdown, ndjson].map((format) => format.writer(parts));
    return { page: (source) => (source.task.isOnly ? one : line)?.page(source) };
  },
};
