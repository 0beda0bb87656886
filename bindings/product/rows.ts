/** Rows of a page that say what a product is: `SKU: 123`, or a label and behind it a value. */
import { gtinOf, type Identity, textOf } from './claims.ts';
import type { Line } from './shown.ts';

/** What is numbered, in several languages. */
const THING = `(?:ebay[- ]?)?(?:item|article|artikel|articolo|art[ií]culo|artigo|product|produkt|produto|producto|produit|prodotto|produs|produktu|tovaru|zboží|izdelka|товара|объявления|objet|objeto|oggetto|object|style|listing|ad|post|lot|stock|catalog(?:ue)?|bestell|vare|tuote|order)`;
/** Words for a number of it. */
const COUNT = String.raw`(?:number|numm?er|num|no|nr|n[uú]m[eé]ro|code|c[oó]digo|codice|cod|kód|код|id|#|№|šifra|ref|refer[eê]n(?:ce|cia|za)|référence)\.?`;
const NUMBERED = `${THING}[- .]{0,2}${COUNT}|${COUNT} ?(?:(?:de |d['’])?l['’]|de |del |do |du |di |of )?(?:the )?${THING}(?: ebay)?`;

/** A label at the start of a row: what is behind it is the first group. */
const patternOf = (words: string): RegExp =>
  new RegExp(String.raw`^(?:${words})(?: ?${COUNT})?\s*(?:\([^()]{1,20}\)\s*)?(?:[:：#]|(?<=#)|\s[-–]\s|$)(.*)$`, 'iu');

/** Words for each value, in several languages. */
const LABELS: Readonly<Record<keyof Identity, RegExp>> = {
  brand: patternOf(
    'brand(?: name)?|marke|marque|marca|merk|märke|mærke|merke|značka|marka|márka|znamka|merkki|бренд|марка|производитель|торговая марка|manufacturer|hersteller|fabricant|fabricante|produttore|producent|výrobce|výrobca|proizvajalec|ブランド|品牌|브랜드|الماركة|العلامة التجارية',
  ),
  sku: patternOf(
    String.raw`sku|asin|art\.? ?-?(?:nr|no)\.?|art\.|r[eé]f\.?|rif\.?|r[eé]f[eé]rence|referencia|referência|referenz|cod\.|c[oó]digo|codice|kód|šifra|артикул|код|商品番号|${NUMBERED}`,
  ),
  mpn: patternOf(
    String.raw`(?:item )?model|mpn|(?:manufacturer|mfr\.?)(?:['’]?s)? ?(?:part|ref(?:erence)?|model)?|part|hersteller-?(?:artikel)?-?n(?:umme)?r\.?|modell?(?:nummer)?|modelo|modello|part-?no\.?|codice produttore|référence fabricant|модель`,
  ),
  gtin: patternOf(
    String.raw`ean(?:-?\d\d)?(?:\/upc)?|gtin(?:-?\d\d)?|upc|isbn(?:-?\d\d)?|barcode|čiarový kód|штрихкод`,
  ),
};

/** A number that a shop or a manufacturer gives: it has a digit, and few words. */
const NUMBER = /^(?=.*\d)\S{2,40}(?: \S{1,20}){0,2}$/;
/** A first word that is a number by itself. */
const FIRST = /^(?=\S*\d)\S{5,}(?=\s)/;
/** UTF-16 units of the longest label with a value, and of the longest brand. */
const CELL_MAX = 120;
const BRAND_MAX = 40;
/** Lines before the headline that are read. */
const BEFORE = 12;
/** Parts of a line that may be rows of their own. */
const PARTS_MAX = 8;

type Check = (text: string) => string | undefined;

/** A number without the words behind it, which are about something else. */
export const numberOf: Check = (text) => {
  const own = FIRST.exec(text)?.[0] ?? text;
  return NUMBER.test(own) ? textOf(own.replace(/[,;.]$/, '')) : undefined;
};

const brandOf: Check = (text) => (text.length <= BRAND_MAX && !/[:.!?]$|^\d+$/.test(text) ? textOf(text) : undefined);

/** Texts that may begin with a label: cells, and what begins with an element in a line. */
function cellsOf({ text, parts }: Line): string[] {
  const cells = text.split('\t');
  if (text.length > CELL_MAX) return cells;
  const own = parts.slice(1, PARTS_MAX).map(({ at }) => text.slice(at).split('\t', 1)[0] ?? '');
  return [...cells, ...own.filter((part) => /[:：]/.test(part) && !cells.includes(part))];
}

/** The first row of each kind from the headline on, or a little before it. */
export function rowsOf(lines: readonly Line[], headline: number | undefined): Identity {
  const cells = lines.slice(Math.max(0, (headline ?? 0) - BEFORE)).flatMap(cellsOf);
  const find = (field: keyof Identity, check: Check): string | undefined => {
    for (const [at, cell] of cells.entries()) {
      if (cell.length > CELL_MAX) continue;
      const value = LABELS[field].exec(cell.trim())?.[1];
      if (value === undefined) continue;
      const found = check(value.trim() || (cells[at + 1] ?? '').trim());
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    brand: find('brand', brandOf),
    sku: find('sku', numberOf),
    mpn: find('mpn', numberOf),
    gtin: find('gtin', gtinOf),
  };
}
