/**
 * refrain at the edge: one Durable Object per site. The worker passes every request to the object of its site.
 *
 *     POST   /learn?url=URL[&id=ID]   labels the page in the body and counts it once
 *     POST   /label?url=URL           labels the page without a change of the state
 *     GET    /stats?site=HOST         pages, entries, bytes
 *     GET    /snapshot?site=HOST      the snapshot of the site, for Detector.restore
 *     DELETE /?site=HOST              forgets the site
 */
import { failure, HttpError } from './http.ts';

export { Site } from './site.ts';

/** A type of workerd, so that the example has no further dependency. */
interface DurableObjectNamespace {
  idFromName(name: string): object;
  get(id: object): { fetch(request: Request): Promise<Response> };
}

interface Environment {
  readonly SITES: DurableObjectNamespace;
}

/** The site of a request: the host given as `site` or the host of `url`. */
function siteOf({ searchParams }: URL): string {
  const [url, site] = [searchParams.get('url'), searchParams.get('site')];
  if (url === null && site) return site;
  if (url === null || !URL.canParse(url))
    throw new HttpError(400, 'URL_INVALID', `url must be the URL of a page, not ${url ?? 'missing'}`);
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

// biome-ignore lint/style/noDefaultExport: workers have a default export.
export default worker;
