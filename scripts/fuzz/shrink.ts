/** Shrinks a failing input: removes parts as long as it still fails, large parts first, then single characters. */
export async function shrink(input: string, fails: (input: string) => Promise<boolean>): Promise<string> {
  let smallest = input;
  for (let size = Math.ceil(input.length / 2); size >= 1; ) {
    let shorter = false;
    for (let at = 0; at < smallest.length; ) {
      const candidate = (smallest.slice(0, at) + smallest.slice(at + size)).toWellFormed();
      if (candidate.length < smallest.length && (await fails(candidate))) {
        smallest = candidate;
        shorter = true;
      } else {
        at += size;
      }
    }
    // Single characters are removed in several passes, until a pass removes none.
    if (size > 1) size = Math.floor(size / 2);
    else if (!shorter) break;
  }
  return smallest;
}
