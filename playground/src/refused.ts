/** Files and pages that were refused. */
import { count } from '@refrain/viewer';
import { byId, make } from './dom.ts';
import type { Refusal } from './protocol.ts';

/** Maximum of names that are listed. */
const SHOWN = 200;

export class Refused {
  readonly #box = byId('refused', HTMLDetailsElement);
  #all = 0;

  add(refusals: readonly Refusal[]): void {
    const list = this.#box.querySelector('ul');
    const shown = refusals.slice(0, Math.max(SHOWN - this.#all, 0));
    list?.append(...shown.map(({ name, reason }) => make('li', {}, make('b', {}, name), `: ${reason}`)));
    this.#all += refusals.length;
    const [first] = refusals;
    const more = this.#all > SHOWN ? `; the first ${SHOWN} are named` : '';
    const summary = this.#box.querySelector('summary');
    if (summary !== null) {
      summary.textContent =
        this.#all === 1 && first !== undefined
          ? `${first.name} was left out: ${first.reason}`
          : `${count(this.#all)} files or pages were left out${more}`;
    }
    this.#box.hidden = this.#all === 0;
  }

  clear(): void {
    this.#all = 0;
    this.#box.querySelector('ul')?.replaceChildren();
    this.#box.hidden = true;
  }
}
