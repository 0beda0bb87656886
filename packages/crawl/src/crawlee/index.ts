/**
 * Adds template and content of pages to the context of Crawlee's request handlers. For HttpCrawler, CheerioCrawler,
 * JSDOMCrawler, LinkeDOMCrawler, PlaywrightCrawler, PuppeteerCrawler.
 *
 * @module @refrain/crawl/crawlee
 */

export type { CrawlContext, CrawlEvents, Crawler, CrawlRequest } from './context.ts';
export { type DecodableContext, decodePage } from './decode-page.ts';
export { type PageTemplate, type TemplateHandler, type WithTemplatesOptions, withTemplates } from './with-templates.ts';
