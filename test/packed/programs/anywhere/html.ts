import { HtmlParser } from 'refrain/html';

const parser = await HtmlParser.create();
const cursor = parser.parse('<!DOCTYPE html><p>Hello').cursor();
while (cursor.lastChild());

export const outcome = { text: cursor.text, start: cursor.start };
export const expected = { text: 'Hello', start: '<!DOCTYPE html><p>'.length };
