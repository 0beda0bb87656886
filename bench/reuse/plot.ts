/** Speed by share as a drawing: a point for each site, with a cache and without, and the lines through them. */
import { lineOf, speedAt } from './line.ts';
import type { SiteSpeed } from './shares.ts';

const [WIDTH, HEIGHT] = [640, 400];
const MARGIN = { left: 56, right: 28, top: 36, bottom: 44 };
/** A blue and an orange that readers with any colour vision distinguish. */
const SERIES = [
  { speed: 'speed', label: 'with the cache', colour: '#0072b2' },
  { speed: 'speedWithoutCache', label: 'without', colour: '#d55e00' },
] as const;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A step of 1, 2 or 5 times a power of ten, so that an axis has about five of them. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 5));
  return power * ([1, 2, 5].find((times) => times * power * 5 >= most) ?? 10);
}

export function drawSvg(sites: readonly SiteSpeed[]): string {
  const most = Math.max(...sites.flatMap(({ speed, speedWithoutCache }) => [speed, speedWithoutCache]));
  const step = stepFor(most);
  const top = Math.ceil(most / step) * step;
  const x = (share: number): number => MARGIN.left + share * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (speed: number): number => HEIGHT - MARGIN.bottom - (speed / top) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const point = (share: number, speed: number): string => `${x(share).toFixed(1)},${y(speed).toFixed(1)}`;
  const text = (at: string, words: string, more = ''): string =>
    `<text x="${at.split(',')[0]}" y="${at.split(',')[1]}"${more}>${escaped(words)}</text>`;
  const parts: string[] = [];
  for (let speed = 0; speed <= top; speed += step) {
    parts.push(`<path d="M${point(0, speed)} L${point(1, speed)}" stroke="#ddd"/>`);
    parts.push(text(`${MARGIN.left - 6},${(y(speed) + 4).toFixed(1)}`, String(speed), ' text-anchor="end"'));
  }
  for (let share = 0; share <= 100; share += 20) {
    parts.push(
      text(`${x(share / 100).toFixed(1)},${HEIGHT - MARGIN.bottom + 18}`, `${share} %`, ' text-anchor="middle"'),
    );
  }
  const shares = Array.from({ length: 51 }, (_, at) => at / 50);
  for (const [at, { speed, label, colour }] of SERIES.entries()) {
    const line = lineOf(sites, speed);
    const curve = shares.filter((share) => speedAt(line, share) > 0 && speedAt(line, share) <= top);
    parts.push(
      `<polyline points="${curve.map((share) => point(share, speedAt(line, share))).join(' ')}" fill="none" stroke="${colour}" stroke-dasharray="4 3"/>`,
      ...sites.map((site) => {
        const [cx, cy] = point(site.repeated, site[speed]).split(',');
        return `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}" fill-opacity="0.75"><title>${escaped(site.name)}</title></circle>`;
      }),
      `<circle cx="${MARGIN.left + 12}" cy="${MARGIN.top + 8 + at * 18}" r="4" fill="${colour}"/>`,
      text(`${MARGIN.left + 22},${MARGIN.top + 12 + at * 18}`, label),
    );
  }
  parts.push(
    text(`${WIDTH / 2},${HEIGHT - 8}`, 'share of the bytes that the page before has, too', ' text-anchor="middle"'),
  );
  parts.push(text(`${MARGIN.left - 40},16`, 'MB/s'));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}
