/** Clients of a server: sequential ones, requests at a steady rate, and streams of lines. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPage } from '../pages/read.ts';

export interface Load {
  readonly documents: number;
  readonly lost: number;
  readonly seconds: number;
  /** From the scheduled time of a request to the end of its answer. */
  readonly milliseconds: readonly number[];
}

export class Clients {
  readonly #server: string;
  readonly #pages: readonly BenchPage[];
  readonly #agent: Agent;
  #next = 0;
  #documents = 0;
  #lost = 0;
  #milliseconds: number[] = [];

  constructor(server: string, pages: readonly BenchPage[], connections: number) {
    this.#server = server;
    this.#pages = pages;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** `count` clients, each with one request at a time. */
  async together(count: number, seconds: number): Promise<Load> {
    const end = performance.now() + 1000 * seconds;
    return this.#timed(async () => {
      const client = async (): Promise<void> => {
        while (performance.now() < end) await this.#request(performance.now());
      };
      await Promise.all(Array.from({ length: count }, client));
    });
  }

  /** Sends `rate` requests per second, without waiting for answers. */
  async steadily(rate: number, seconds: number): Promise<Load> {
    return this.#timed(async () => {
      const start = performance.now();
      const requests: Promise<void>[] = [];
      for (let due = start; due < start + 1000 * seconds; due = start + (1000 * requests.length) / rate) {
        if (due > performance.now()) await sleep(1);
        else requests.push(this.#request(due));
      }
      await Promise.all(requests);
    });
  }

  async stream(seconds: number): Promise<Load> {
    return this.#timed(async () => {
      const end = performance.now() + 1000 * seconds;
      const message = request(`${this.#server}documents`, { method: 'POST', agent: this.#agent });
      const answered = once(message, 'response').then(([response]) => lineCount(response as IncomingMessage));
      let sent = 0;
      for (; performance.now() < end; sent += 1) {
        const { url, page } = this.#page();
        if (!message.write(`${JSON.stringify({ url, html: page.html })}\n`)) await once(message, 'drain');
      }
      message.end();
      this.#documents += await answered;
      this.#lost += sent - this.#documents;
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  async #timed(work: () => Promise<void>): Promise<Load> {
    [this.#documents, this.#lost, this.#milliseconds] = [0, 0, []];
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    return { documents: this.#documents, lost: this.#lost, seconds, milliseconds: this.#milliseconds };
  }

  /** The next page of an endless crawl: pages are repeated under the names of other sites. */
  #page(): { readonly url: string; readonly page: BenchPage } {
    const page = this.#pages[this.#next % this.#pages.length] as BenchPage;
    const copy = Math.floor(this.#next / this.#pages.length);
    this.#next += 1;
    return { page, url: `https://${page.site}-${copy}.example/${encodeURI(page.name)}` };
  }

  async #request(due: number): Promise<void> {
    const { url, page } = this.#page();
    const message = request(`${this.#server}document?url=${encodeURIComponent(url)}`, {
      ...{ method: 'POST', agent: this.#agent },
      headers: { 'content-type': 'text/html; charset=utf-8', accept: 'text/markdown' },
    }).end(page.bytes);
    const answered = once(message, 'response').then(async ([response]) => {
      // Throws if the answer is incomplete.
      for await (const _ of response as IncomingMessage);
      return (response as IncomingMessage).statusCode === 200;
    });
    if (await answered.catch(() => false)) this.#documents += 1;
    else this.#lost += 1;
    this.#milliseconds.push(performance.now() - due);
  }
}

async function lineCount(lines: IncomingMessage): Promise<number> {
  let count = 0;
  for await (const line of createInterface({ input: lines })) if (!line.includes('"error":{"code"')) count += 1;
  return count;
}
