/** Real sites that come as npm packages: on every machine after `npm ci`. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface SitePage {
  readonly name: string;
  readonly html: string;
}

export interface Site {
  readonly name: string;
  readonly pages: readonly SitePage[];
}

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

const read = (name: string, folder: string, left: RegExp): Site => ({
  name,
  pages: readdirSync(`${modules}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !left.test(file))
    .sort()
    .map((file) => ({ name: `${name}/${file}`, html: readFileSync(`${modules}${folder}/${file}`, 'utf8') })),
});

export const npmSites = (): Site[] => [
  read('admin-lte', 'admin-lte', /^(docs|plugins|node_modules|build)\//),
  read('directus-docs', '@directus/docs/.vitepress/dist', /^$/),
];
