/** Accuracy and storage of a method for each of its settings. */

/** Figures of one setting: of template by blocks of the common list, over all pages including the first ones. */
export interface Point {
  readonly setting: Setting;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Storage as in Wang et al.: mean bytes of a full batch of pages, or of the table. */
  readonly bytes: number;
  /** Bytes stored at a time, mean over pages: a batch starts empty. */
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

/** The setting with the fewest bytes that reaches a recall; undefined where none does. */
export function smallest(curve: readonly Point[], recall: number): Point | undefined {
  return curve
    .filter((point) => point.recall >= recall)
    .reduce<Point | undefined>((least, point) => (least && least.bytes <= point.bytes ? least : point), undefined);
}

export const pointOf = (curve: readonly Point[], setting: Setting): Point | undefined =>
  curve.find((point) => nameOf(point.setting) === nameOf(setting));
