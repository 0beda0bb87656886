/** Relative links of documents: the file exists, and the heading that a fragment names. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const LINK = /!?\[(?:[^\]\\]|\\.)*\]\(([^()\s]+)\)/g;
const OUTSIDE = /^(https?:|mailto:)/;
/** A file or folder of the repository in prose: `assembly/html/parse.ts`. */
const FILE =
  /`((?:assembly|bindings|packages|test|bench|research|scripts|integration|examples|playground|model)(?:\/[\w.-]+)+)`/g;

/** A document without its code, which may have brackets of its own. */
const proseOf = (text: string): string =>
  text.replace(/^( *)(`{3,}).*?\n\1\2$/gms, (code) => code.replace(/[^\n]/g, '')).replace(/`[^`\n]*`/g, '``');

/** The fragment of a heading, as GitHub and the site make it. */
function slugOf(heading: string): string {
  return heading
    .replace(/[`*]/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function headingsOf(document: string): Set<string> {
  const text = readFileSync(document, 'utf8').replace(/^( *)(`{3,}).*?\n\1\2$/gms, '');
  return new Set([...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => slugOf(heading)));
}

/** Links that lead nowhere, each with its place. */
export function deadLinks(documents: readonly string[]): string[] {
  return documents.flatMap((document) =>
    proseOf(readFileSync(document, 'utf8'))
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(LINK)].flatMap(([, target = '']) => {
          if (OUTSIDE.test(target)) return [];
          const [path = '', fragment] = target.split('#');
          const file = path === '' ? document : normalize(join(dirname(document), path));
          const where = `${document}:${at + 1}: ${target}`;
          if (!existsSync(file)) return [`${where}: there is no such file`];
          if (fragment === undefined || statSync(file).isDirectory() || !file.endsWith('.md')) return [];
          return headingsOf(file).has(fragment) ? [] : [`${where}: there is no such heading`];
        }),
      ),
  );
}

/** Files of the repository that documents name and that do not exist. */
export function missingFiles(documents: readonly string[]): string[] {
  return documents.flatMap((document) =>
    readFileSync(document, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(FILE)]
          .filter(([, path = '']) => !existsSync(path))
          .map(([, path]) => `${document}:${at + 1}: ${path}: there is no such file`),
      ),
  );
}
