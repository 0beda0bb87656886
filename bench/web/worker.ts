/** The worker in Chromium: learns pages and answers questions about them. */
import { Detector, type DetectorOptions } from 'refrain/browser';
import { timeRound, verdictsOf, type WebPage } from './round.ts';

export interface Question {
  readonly what: 'verdicts' | 'milliseconds';
  readonly options: DetectorOptions;
}

/** A page in the JSON that the server sends. */
export interface WrittenPage {
  readonly site: string;
  readonly html: string;
}

const encoder = new TextEncoder();

async function readPages(): Promise<WebPage[]> {
  const written: WrittenPage[] = await (await fetch('/pages.json')).json();
  return written.map(({ site, html }) => ({ site, bytes: encoder.encode(html) }));
}

const pages = readPages();

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  const answer = data.what === 'verdicts' ? verdictsOf : timeRound;
  try {
    postMessage({ answer: await answer(await pages, Detector.create, data.options) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
});
