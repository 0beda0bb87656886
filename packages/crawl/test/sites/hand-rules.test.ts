import { Sites } from '@refrain/crawl';
import { readSiteConfig } from '@refrain/rules';
import { parseHTML } from 'linkedom';
import { MemoryLevel } from 'memory-level';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const NEWS = 'The council has said that the ferry will run until the end of the year, and that it will cost no more. ';
const HTML = `<html><body><div id="menu">Home News</div><div id="story"><h1>Ferry</h1><p>${NEWS.repeat(3)}</p>
<div class="note"><p>Letters: ${NEWS}</p></div></div></body></html>`;

test('manual rules decide on pages that are learned and labelled, also as trees, and report missing elements', async () => {
  const text = "body: //div[@id='story']\nstrip: //div[contains(@class,'note')]\nstrip: //aside";
  const { rules } = readSiteConfig(text, 'a.example');
  const store = new MemoryLevel<string, Uint8Array>({ valueEncoding: 'view' });
  const sites = await Sites.open({ store, rules: (site) => (site === 'a.example' ? rules : undefined) });
  const { document } = parseHTML(HTML);
  for (const read of [
    () => sites.learn('https://a.example/1', HTML),
    () => sites.label('https://a.example/2', HTML),
    () => sites.relabel('https://a.example/1', HTML),
    () => sites.learnTree('https://a.example/3', document),
    () => sites.labelTree('https://a.example/4', document),
  ]) {
    const main = (await read()).text('main');
    assert.match(main, /^Ferry\nThe council/);
    assert.not.match(main, 'Letters');
  }
  assert.match((await sites.learn('https://b.example/1', HTML)).text('content'), 'Letters');
  assert.equal(sites.ruleMisses(), [
    { site: 'a.example', rule: 'line 3: strip: //aside', selector: 'aside', problem: 'nothing', pages: 5, of: 5 },
  ]);
  await sites.close();
});

test('refuses rules that are not a function', async () => {
  const store = new MemoryLevel<string, Uint8Array>({ valueEncoding: 'view' });
  try {
    await Sites.open({ store, rules: {} as never });
    assert.unreachable();
  } catch (error) {
    assert.is((error as { code?: string }).code, 'OPTION_INVALID');
  }
});

test.run();
