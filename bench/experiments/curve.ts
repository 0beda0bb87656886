/** What a method finds with each of its settings, and what it holds for that. */

/** Template by blocks of the common list, over all pages, the first ones too. */
export interface Point {
  readonly setting: Setting;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** What Wang et al. call storage: bytes of a full batch of pages, or of the table; mean. */
  readonly bytes: number;
  /** Bytes that are held at a time, mean over pages: a batch fills up from nothing. */
  readonly heldBytes: number;
}

/** Pages of a batch, or lifetimes of a table. */
export type Setting = { readonly pages: number } | Lifetimes;

/** Tb in pages, and N. */
export interface Lifetimes {
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
}

export const nameOf = (setting: Setting): string =>
  'pages' in setting ? `${setting.pages} pages` : `Tb ${setting.baseLifetime}, N ${setting.lifetimeGrowth}`;

/** The setting that holds least of those that reach a recall, or undefined where none does. */
export function smallest(curve: readonly Point[], recall: number): Point | undefined {
  return curve
    .filter((point) => point.recall >= recall)
    .reduce<Point | undefined>((least, point) => (least && least.bytes <= point.bytes ? least : point), undefined);
}

export const pointOf = (curve: readonly Point[], setting: Setting): Point | undefined =>
  curve.find((point) => nameOf(point.setting) === nameOf(setting));
