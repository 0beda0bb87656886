/** The script of a report: starts the viewer with the files of the report. */
import { FrontEnd } from '@refrain/viewer/browser';

declare global {
  interface Window {
    /** Called by data files, which are scripts, because a document opened from disk cannot load other files. */
    refrainData: (file: string, packed: string) => void;
  }
}

/** Callbacks of the files that are being loaded. */
const loading = new Map<string, (packed: string) => void>();

window.refrainData = (file, packed) => loading.get(file)?.(packed);

async function load<T>(file = ''): Promise<T> {
  const script = document.createElement('script');
  const packed = await new Promise<string>((resolve, reject) => {
    loading.set(file, resolve);
    script.addEventListener('error', () => reject(new Error(`${file} is missing`)));
    script.src = file.split('/').map(encodeURIComponent).join('/');
    document.head.append(script);
  }).finally(() => {
    loading.delete(file);
    script.remove();
  });
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).json()) as T;
}

const front = new FrontEnd(document.body, {
  list: (site) => load(site === undefined ? 'run.js' : site.file),
  page: ({ file }) => load(file),
});
void front.show();
