/** The script of `page.html`: loads the page that the address names, and shows it in the viewer. */
import { type PageResult, summaryOf } from '@refrain/viewer';
import { byId, make, Viewer } from '@refrain/viewer/browser';
import { count } from 'refrain/engine';
import type { PageData, PageEntry, SiteData } from '../page-data.ts';

declare global {
  interface Window {
    /** Called by site.js and by the data files of pages: a document opened from disk may load scripts, and nothing else. */
    refrainSite: (data: SiteData) => void;
    refrainPage: (file: string, packed: string) => void;
  }
}

async function unpack(packed: string): Promise<PageData> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).json()) as PageData;
}

/** Data files that are loading, and the functions that receive their content. */
const loading = new Map<string, (packed: string) => void>();

window.refrainPage = (file, packed) => loading.get(file)?.(packed);

function load(file: string): Promise<PageData> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const done = (): void => {
      loading.delete(file);
      script.remove();
    };
    loading.set(file, (packed) => {
      done();
      resolve(unpack(packed));
    });
    script.addEventListener('error', () => {
      done();
      reject(new Error(`${file} is missing`));
    });
    script.src = file;
    document.head.append(script);
  });
}

/** What people take home of a page. Its Markdown is shown as text. */
function showResult({ facts, markdown, note }: PageResult): void {
  byId('result-note').textContent = note;
  const terms = facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]);
  byId('metadata').replaceChildren(...terms);
  byId('markdown').textContent = markdown;
}

const sides = [...document.querySelectorAll<HTMLInputElement>('#sides input')];

/** Shows one of both sides beside the page. */
function showSide(name: string): void {
  for (const side of sides) {
    side.checked = side.value === name;
    byId(side.value).hidden = !side.checked;
  }
}

const nameOf = ({ title, id }: PageEntry): string => (title === '' ? id : title);

window.refrainSite = ({ site, entries, ...table }) => {
  const viewer = new Viewer(byId('view'), byId('blocks'));
  let shown: PageEntry | undefined;
  for (const side of sides) side.addEventListener('change', () => showSide(side.value));
  // A block is chosen to see its verdict.
  byId('view').addEventListener('choose', () => showSide('blocks'));

  /** Index of the page that the address names; the first page where it names none. */
  const index = (): number => {
    const position = Number(location.hash.slice(1));
    return Math.max(
      0,
      entries.findIndex((entry) => entry.position === position),
    );
  };

  const step = (by: number): void => {
    const entry = entries[index() + by];
    if (entry !== undefined) location.hash = String(entry.position);
  };

  const open = async (): Promise<void> => {
    const entry = entries[index()];
    if (entry === undefined || entry === shown) return;
    shown = entry;
    byId('page-title').textContent = nameOf(entry);
    byId('trail-page').textContent = `page ${count(entry.position)}`;
    document.title = `${nameOf(entry)} – ${site}`;
    let summary: string;
    try {
      const page = await load(entry.file);
      // The user may have opened another page in the meantime.
      if (shown !== entry) return;
      showResult(page.result);
      await viewer.show(page, table);
      summary = `Page ${count(entry.position)}: ${summaryOf(page, table)} ${page.id}`;
    } catch (error) {
      summary = `This page cannot be shown: ${String(error)}`;
    }
    if (shown === entry) byId('page-summary').textContent = summary;
  };

  byId('previous').addEventListener('click', () => step(-1));
  byId('next').addEventListener('click', () => step(1));
  document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return;
    if ((target instanceof HTMLInputElement && target.type !== 'radio') || target instanceof HTMLSelectElement) return;
    if (key === 'n') step(1);
    else if (key === 'p') step(-1);
  });
  window.addEventListener('hashchange', open);
  void open();
};
