/**
 * Converts pages that LangChain.js has loaded to clean documents. All pages of a host are judged together. In a chain,
 * use `RunnableLambda.from(cleanDocuments)` after `RecursiveUrlLoader` and before a splitter. It needs no package of
 * LangChain.
 *
 * Run: npm run build && node --import tsx examples/langchain.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Detector } from 'refrain';

/** A `Document` of a loader: the HTML of a page and its URL. */
interface LoadedDocument {
  readonly pageContent: string;
  readonly metadata: { readonly source: string };
}

export async function cleanDocuments<D extends LoadedDocument>(documents: readonly D[]): Promise<D[]> {
  const hosts = new Map<string, D[]>();
  for (const document of documents) {
    const { host } = new URL(document.metadata.source);
    const ofHost = hosts.get(host);
    if (ofHost === undefined) hosts.set(host, [document]);
    else ofHost.push(document);
  }
  const cleaned = new Map<D, D>();
  for (const ofHost of hosts.values()) {
    using detector = await Detector.create();
    for (const { pageContent, metadata } of ofHost) detector.learn(pageContent, { id: metadata.source });
    for (const document of ofHost) {
      const { source: url } = document.metadata;
      const page = detector.label(document.pageContent, { id: url });
      const { title, language, published } = page.metadata({ url });
      const metadata = { ...document.metadata, title, language, published };
      cleaned.set(document, { ...document, pageContent: page.markdown('main', { url }), metadata });
    }
  }
  return documents.flatMap((document) => cleaned.get(document) ?? []);
}

// The result of `await loader.load()`.
const folder = new URL('../docs/example-site/', import.meta.url);
const loaded = readdirSync(folder).map((name) => ({
  pageContent: readFileSync(new URL(name, folder), 'utf8'),
  metadata: { source: `https://river-post.example/${name}` },
}));
for (const { pageContent, metadata } of await cleanDocuments(loaded)) {
  const lines = pageContent.split('\n').filter((line) => line !== '');
  console.log(`${metadata.source}: ${lines[0]}, ${lines.length} lines`);
}
