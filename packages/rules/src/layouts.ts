/** Layouts of a site that are kept; later ones are not. */
const LAYOUTS_MAX = 32;

/** What is known of a layout, made where it is new; undefined for one too many. */
export function layoutAt<T>(layouts: Map<number, T>, id: number, make: () => T): T | undefined {
  const known = layouts.get(id);
  if (known !== undefined || layouts.size >= LAYOUTS_MAX) return known;
  const made = make();
  layouts.set(id, made);
  return made;
}
