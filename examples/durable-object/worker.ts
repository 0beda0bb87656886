/**
 * refrain at the edge: a Durable Object for every site. The worker itself knows no more than which object a page is of.
 *
 *     POST   /learn?url=URL[&id=ID]   a page of HTML: its verdicts; it is counted, once
 *     POST   /label?url=URL           its verdicts, and nothing changes
 *     GET    /stats?site=HOST         pages, entries, bytes
 *     GET    /snapshot?site=HOST      what is known of the site, for Detector.restore
 *     DELETE /?site=HOST              forgets the site
 */
import { failure, HttpError } from './answers.ts';
import type { DurableObjectNamespace } from './platform.ts';

export { Site } from './site.ts';

interface Environment {
  readonly SITES: DurableObjectNamespace;
}

/** The site that a request is about: a host, by name or by the address of a page. */
function siteOf({ searchParams }: URL): string {
  const [url, site] = [searchParams.get('url'), searchParams.get('site')];
  if (url === null && site) return site;
  if (url === null || !URL.canParse(url))
    throw new HttpError(400, 'URL_INVALID', `${url ?? 'nothing'} is no URL of a page`);
  const { host } = new URL(url);
  if (host === '') throw new HttpError(400, 'URL_INVALID', `${url} has no host`);
  return host;
}

const worker = {
  async fetch(request: Request, { SITES }: Environment): Promise<Response> {
    try {
      return await SITES.get(SITES.idFromName(siteOf(new URL(request.url)))).fetch(request);
    } catch (error) {
      return failure(error);
    }
  },
};

// biome-ignore lint/style/noDefaultExport: it is what makes a worker.
export default worker;
