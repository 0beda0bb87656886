/** A growing array of 32-bit numbers. */
export class Numbers {
  #words = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#words[index] ?? 0;
  }

  push(value: number): void {
    if (this.#length === this.#words.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#length] = value;
    this.#length += 1;
  }

  toArray(): Uint32Array<ArrayBuffer> {
    return this.#words.slice(0, this.#length);
  }
}
