import { Detector } from 'refrain';
import { StructuredReader } from 'refrain/structured';

const data = JSON.stringify({ '@type': 'Article', headline: 'Title', articleBody: '<p>A story of a bridge.' });
const html = `<!doctype html><script type="application/ld+json">${data.replaceAll('<', '\\u003c')}</script><p>Loading`;
const [detector, structured] = [await Detector.create(), await StructuredReader.create()];

export const outcome = structured.text(detector.learn(html), 'content');
export const expected = 'Title\nA story of a bridge.';
