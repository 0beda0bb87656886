import assert from 'node:assert/strict';
import { SiteTemplate, type TemplateEvent } from '@refrain/rules';
import { Detector } from 'refrain';
import { suite } from 'uvu';
import { pageOf } from './support.ts';

const test = suite('changes of a template');

/** A page with the same content, but other elements and names. */
function redesigned(number: number): string {
  const page = pageOf(number);
  const content = page.slice(page.indexOf('<h1'), page.indexOf('<div class="newsletter"'));
  return `<!doctype html><html><head><title>Story ${number} | Post</title></head><body>
<div id="top"><p>The River Post, every day</p><ul><li>Home</li><li>Town and river</li><li>Nature notes</li><li>People</li></ul></div>
<main class="text">${content}</main><div id="end"><p>Written at the mill</p><p>Contact the editors</p><p>Privacy of readers</p></div></body></html>`;
}

type PageMaker = (number: number) => string;

/** Events of a site whose pages change their kind at these numbers. */
async function eventsOf(kinds: readonly (readonly [from: number, make: PageMaker])[], last: number) {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate({ site: 'river.example' });
  const events: TemplateEvent[] = [];
  for (let number = 1; number <= last; number += 1) {
    const [, make] = kinds.findLast(([from]) => number >= from) ?? [0, pageOf];
    const id = `https://river.example/story/${number}.html`;
    events.push(...template.observe(detector.learn(make(number), { id }), id));
  }
  return { events, template, detector };
}

const eventsOfType = (events: readonly TemplateEvent[], type: TemplateEvent['type']) =>
  events.filter((event) => event.type === type);

test('reports a redesign once, within five pages', async () => {
  const { events } = await eventsOf(
    [
      [1, pageOf],
      [41, redesigned],
    ],
    120,
  );
  const [redesign, ...others] = eventsOfType(events, 'redesign');
  assert.equal(others.length, 0);
  assert.equal(redesign?.type, 'redesign');
  if (redesign?.type !== 'redesign') return;
  assert.ok(redesign.page >= 41 && redesign.page <= 45, `${redesign.page}`);
  assert.deepEqual(redesign.first, { page: 41, id: 'https://river.example/story/41.html' });
  assert.equal(redesign.site, 'river.example');
  assert.equal(redesign.again, false);
});

test('reports nothing of a section with another template, nor of login pages', async () => {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate();
  const login =
    '<html><body><h1>Log in</h1><p>Name</p><p>Password</p><p>Forgotten?</p><p>Register</p><p>Help</p></body></html>';
  const events: TemplateEvent[] = [];
  for (let number = 1; number <= 120; number += 1) {
    const [id, html] =
      number <= 40
        ? [`https://river.example/story/${number}.html`, pageOf(number)]
        : number <= 80
          ? [`https://river.example/shop/${number}.html`, redesigned(number)]
          : [`https://river.example/story/${number}.html`, login];
    events.push(...template.observe(detector.learn(html, { id }), id));
  }
  assert.deepEqual(eventsOfType(events, 'redesign'), []);
});

test('names the layout that a redesign replaced while others remain, also after loading', async () => {
  const shop = (number: number): string =>
    `<html><head><title>Thing ${number}</title></head><body class="shop"><div id="till"><p>Your basket</p><p>Pay at the till</p><p>Orders</p>
    <p>Wishes</p><p>Delivery</p></div><section><h2>Thing ${number}</h2><p>Number ${number} is carved from ash and was oiled ${number} times.</p>
    </section></body></html>`;
  const detector = await Detector.create({ seed: 1 });
  let template = new SiteTemplate();
  const layouts = new Set<number | undefined>();
  const events: TemplateEvent[] = [];
  for (let number = 1; number <= 100; number += 1) {
    const isShop = number % 7 < 3;
    const id = `https://river.example/${isShop ? 'shop' : 'story'}/${number}.html`;
    const page = detector.learn(!isShop ? pageOf(number) : number > 60 ? redesigned(number) : shop(number), { id });
    if (isShop && number <= 60) layouts.add(page.layout);
    events.push(...template.observe(page, id));
    // Here a redesign is suspected, and pages of the layout that continues have arrived since.
    if (number === 69) template = SiteTemplate.load(template.save());
  }
  const [redesign, ...others] = eventsOfType(events, 'redesign');
  assert.deepEqual(others, []);
  assert.ok(redesign?.type === 'redesign' && redesign.page <= 70, `${redesign?.page}`);
  assert.ok(layouts.size === 1 && redesign.was !== null && layouts.has(redesign.was), `${redesign.was}`);
});

test('reports a redesign with other folders where pages come from all over the site', async () => {
  const detector = await Detector.create({ seed: 1 });
  const found: number[] = [];
  const template = new SiteTemplate();
  for (let number = 1; number <= 60; number += 1) {
    const isNew = number > 40;
    const folders = isNew ? ['guide', 'commands', 'help'] : ['story', 'people', 'nature'];
    const id = `https://river.example/${folders[(number * 7) % 3]}/${(number * 37) % 101}-${number}.html`;
    const page = detector.learn(isNew ? redesigned(number) : pageOf(number), { id });
    if (eventsOfType(template.observe(page, id), 'redesign').length > 0) found.push(number);
  }
  assert.equal(found.length, 1);
  assert.ok(found[0] !== undefined && found[0] > 40 && found[0] <= 45, `${found}`);
});

test('reports repeated pages with another template', async () => {
  const { template, detector } = await eventsOf([[1, pageOf]], 40);
  const events: TemplateEvent[] = [];
  for (let number = 1; number <= 40; number += 1) {
    const id = `https://river.example/story/${number}.html`;
    events.push(...template.observe(detector.learn(redesigned(number), { id }), id));
  }
  const [redesign] = eventsOfType(events, 'redesign');
  assert.ok(redesign?.type === 'redesign' && redesign.again && Number(redesign.id.match(/\d+/)) <= 5);
});

test('repeated equal pages change nothing', async () => {
  const without: PageMaker = (number) => pageOf(number).replace(/<header.*<\/header>/, '');
  for (const kinds of [
    [[1, pageOf]],
    [
      [1, without],
      [161, pageOf],
      [321, without],
    ],
  ] as const) {
    const { template, detector } = await eventsOf(kinds, 480);
    const again = SiteTemplate.load(template.save(), { site: 'river.example' });
    for (let number = 1; number <= 480; number += 1) {
      const [, make] = kinds.findLast(([from]) => number >= from) ?? [0, pageOf];
      const id = `https://river.example/story/${number}.html`;
      assert.deepEqual(again.observe(detector.learn(make(number), { id }), id), []);
    }
  }
});

test('reports a removed region, and an added one', async () => {
  const without: PageMaker = (number) =>
    pageOf(number)
      .replace(/<header.*<\/header>/, '')
      .replace(
        '<footer',
        '<nav class="offers"><a href="/x">Buy</a> <a href="/y">the valley calendar</a> <a href="/z">of this year</a></nav><footer',
      );
  const { events } = await eventsOf(
    [
      [1, pageOf],
      [300, without],
    ],
    700,
  );
  assert.deepEqual(eventsOfType(events, 'redesign'), []);
  const regions = eventsOfType(events, 'drift').flatMap((event) => (event.type === 'drift' ? event.regions : []));
  assert.deepEqual(regions.map(({ change, selector }) => `${change} ${selector}`).sort(), [
    'added nav.offers',
    'gone header.css-1x2y3z',
  ]);
});

test('continues from saved bytes', async () => {
  const { template, detector } = await eventsOf(
    [
      [1, pageOf],
      [41, redesigned],
    ],
    42,
  );
  const again = SiteTemplate.load(template.save(), { site: 'river.example' });
  assert.deepEqual(again.save(), template.save());
  const events: TemplateEvent[] = [];
  for (let number = 43; number <= 60; number += 1) {
    const id = `https://river.example/story/${number}.html`;
    events.push(...again.observe(detector.learn(redesigned(number), { id }), id));
  }
  const [redesign] = eventsOfType(events, 'redesign');
  assert.ok(redesign !== undefined && redesign.page <= 45);
});

test.run();
