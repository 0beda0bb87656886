/** Maximum layouts of a site; later ones are ignored. */
const LAYOUTS_MAX = 32;

/** The value of a layout, made if missing; undefined if there are too many layouts. */
export function layoutAt<T>(layouts: Map<number, T>, id: number, make: () => T): T | undefined {
  const known = layouts.get(id);
  if (known !== undefined || layouts.size >= LAYOUTS_MAX) return known;
  const made = make();
  layouts.set(id, made);
  return made;
}
