/** Figures of pages: eight bytes each, whatever their number. */

/** A list of numbers; NaN is a number that is unknown. */
export class Column {
  #values = new Float64Array(4);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number | undefined): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value ?? Number.NaN;
    this.#length += 1;
  }

  at(index: number): number {
    return index < this.#length ? (this.#values[index] as number) : Number.NaN;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Mean of the values that are known; undefined if none is. */
  get mean(): number | undefined {
    let [sum, known] = [0, 0];
    for (let at = 0; at < this.#length; at += 1) {
      const value = this.at(at);
      if (Number.isNaN(value)) continue;
      sum += value;
      known += 1;
    }
    return known === 0 ? undefined : sum / known;
  }

  /** The last value that is known. */
  get last(): number | undefined {
    let at = this.#length - 1;
    while (at >= 0 && Number.isNaN(this.at(at))) at -= 1;
    return at < 0 ? undefined : this.at(at);
  }
}
