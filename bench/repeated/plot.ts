/** Speed by share as a drawing: a point for each site, and the line through them. */
import { lineOf, speedAt } from './line.ts';
import type { SiteSpeed } from './shares.ts';

const [WIDTH, HEIGHT] = [640, 400];
const MARGIN = { left: 56, right: 28, top: 36, bottom: 44 };
const COLOUR = '#0072b2';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A step of 1, 2 or 5 times a power of ten, so that an axis has about five of them. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 5));
  return power * ([1, 2, 5].find((times) => times * power * 5 >= most) ?? 10);
}

export function drawSvg(sites: readonly SiteSpeed[]): string {
  const most = Math.max(...sites.map(({ speed }) => speed));
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
  const line = lineOf(sites);
  const curve = shares.filter((share) => speedAt(line, share) > 0 && speedAt(line, share) <= top);
  parts.push(
    `<polyline points="${curve.map((share) => point(share, speedAt(line, share))).join(' ')}" fill="none" stroke="${COLOUR}" stroke-dasharray="4 3"/>`,
    ...sites.map(({ name, repeated, speed }) => {
      const [cx, cy] = point(repeated, speed).split(',');
      return `<circle cx="${cx}" cy="${cy}" r="4" fill="${COLOUR}" fill-opacity="0.75"><title>${escaped(name)}</title></circle>`;
    }),
  );
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
