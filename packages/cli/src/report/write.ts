/** Writes the pages of the report; the data files of the pages that can be opened are there already. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResolvedOptions } from 'refrain';
import type { Collection, SiteCollection } from './collect.ts';
import { overviewPage, type RunFacts } from './overview-page.ts';
import type { SiteData } from './page-data.ts';
import { siteFolder } from './site-folder.ts';
import { maxDf, sitePage } from './site-page.ts';
import { viewerPage } from './viewer-page.ts';

const ASSETS = ['report.css', 'rows.js', 'viewer.js'] as const;

export async function writeReport(folder: string, collection: Collection, run: RunFacts): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const name of ASSETS) {
    await copyFile(new URL(`../report/${name}`, import.meta.url), join(folder, 'assets', name));
  }
  const sites = [...collection.sites.values()].sort((one, other) => (one.site < other.site ? -1 : 1));
  for (const site of sites) await writeSite(join(folder, 'sites', siteFolder(site.site)), site, run.options);
  await writeFile(join(folder, 'index.html'), overviewPage(sites, collection.others, run));
}

async function writeSite(folder: string, site: SiteCollection, options: ResolvedOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const data: SiteData = {
    site: site.site,
    pages: site.counted,
    templateDf: options.templateDf,
    maxDf: maxDf(options),
    hasScores: options.evidence !== 'repetition',
    entries: site.entries,
  };
  await writeFile(join(folder, 'site.js'), `refrainSite(${JSON.stringify(data)})\n`);
  await writeFile(join(folder, 'index.html'), sitePage(site, options));
  await writeFile(join(folder, 'page.html'), viewerPage(site.site));
}
