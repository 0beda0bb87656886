/** Maximum layouts of a site; later ones are ignored. */
const LAYOUTS_MAX = 32;

/** Undefined beyond the maximum. */
export function layoutAt<T>(layouts: Map<number, T>, id: number, make: () => T): T | undefined {
  const known = layouts.get(id);
  if (known !== undefined || layouts.size >= LAYOUTS_MAX) return known;
  const made = make();
  layouts.set(id, made);
  return made;
}
