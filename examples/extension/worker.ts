/**
 * The service worker, which alone owns the tables. The browser may end a service worker at any time, so a page gets its
 * response only after what was learned is in IndexedDB.
 */
import { type Block, type Page, RefrainError, Sites } from '@refrain/crawl/inline';
import { blockView, tableView } from '@refrain/viewer';
import { marksOf } from './marks.ts';
import {
  type Failed,
  type Forgotten,
  failed,
  type Learned,
  type ListedBlock,
  type Ready,
  type WorkerRequest,
} from './messages.ts';
import { checkTree, treeAdapter } from './tree.ts';

/** Blocks that are listed: each explanation looks at all blocks. */
const LISTED = 200;
/** Maximum of characters of their texts. */
const EXCERPT = 80;

let opened: Promise<Sites> | undefined;

/** The tables, opened once in the life of a worker; after a failure, the next request tries again. */
function open(): Promise<Sites> {
  opened ??= Sites.open({ location: 'refrain', maxMemory: 128 * 2 ** 20 }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

// Pages must see changes of the mode at once; this storage holds nothing else.
const shared = chrome.storage.session.setAccessLevel({ accessLevel: 'TRUSTED_AND_UNTRUSTED_CONTEXTS' });

async function learn(request: WorkerRequest & { ask: 'learn' }, sender: ChromeSender): Promise<Learned> {
  const tree = checkTree(request.tree);
  // The URL comes from the browser, not from the page. The fragment is no part of the id of a page.
  const { href, host } = new URL(sender.url ?? '');
  const sites = await open();
  await shared;
  const page = await sites.learnTree(href.replace(/#.*$/s, ''), 0, { site: host, adapter: treeAdapter(tree) });
  const learned: Learned = {
    status: 'learned',
    site: host,
    pages: page.number,
    table: tableView(sites.options, page),
    counted: page.counted,
    ...page.lengths,
    main: page.blocks.reduce((sum, { main, length }) => sum + (main ? length : 0), 0),
    blocks: countKinds(page),
    listed: listBlocks(page, sites.options.templateDf),
    marks: marksOf(tree, page),
  };
  try {
    await sites.flush();
    return learned;
  } catch (error) {
    return { ...learned, unsaved: failed(error).message };
  }
}

function countKinds({ blocks }: Page<number>): Learned['blocks'] {
  const template = blocks.filter(({ verdict }) => verdict === 'template').length;
  return { template, content: blocks.length - template };
}

function listBlocks({ blocks }: Page<number>, templateDf: number): ListedBlock[] {
  const longest = new Set(blocks.toSorted((one, other) => other.length - one.length).slice(0, LISTED));
  return blocks
    .filter((block) => longest.has(block))
    .map((block) => ({
      ...blockView(block, templateDf),
      text: excerptOf(block),
      node: block.element ?? 0,
    }));
}

function excerptOf({ segments }: Block<number>): string {
  const text = segments.map((segment) => segment.text).join(' ');
  return text.slice(0, EXCERPT).toWellFormed();
}

async function forget({ site }: WorkerRequest & { ask: 'forget' }): Promise<Forgotten> {
  const sites = await open();
  await sites.forget(site);
  return { status: 'forgotten' };
}

/** Discards a module that failed internally; the next page gets a new one. */
async function discardIfBroken(error: unknown): Promise<void> {
  if (!(error instanceof RefrainError && error.code === 'CORE_FAILED')) return;
  const sites = await opened;
  opened = undefined;
  // It cannot write any more, but closing releases the store.
  await sites?.close().catch(() => undefined);
}

async function respondTo(request: WorkerRequest, sender: ChromeSender): Promise<Learned | Forgotten | Ready | Failed> {
  try {
    if (request.ask === 'ready') {
      await shared;
      return { status: 'ready' };
    }
    if (request.ask === 'learn') return await learn(request, sender);
    if (sender.url?.startsWith(chrome.runtime.getURL(''))) return await forget(request);
    throw new TypeError('only the popup may forget a site');
  } catch (error) {
    await discardIfBroken(error);
    return failed(error);
  }
}

chrome.runtime.onMessage.addListener((message, sender, respond) => {
  respondTo(message as WorkerRequest, sender).then(respond);
  return true;
});
