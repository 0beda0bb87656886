/** The form of the settings. */
import { pages, percent } from '@refrain/viewer';
import { byId } from '@refrain/viewer/browser';
import { resolveOptions } from 'refrain';
import type { Settings } from './protocol.ts';

/** Values of Tb; with the largest N they stay within the limit of Tb·N. */
const LIFETIMES = [1, 2, 3, 4, 5, 8, 12, 16, 24, 32, 64, 128, 256, Number.POSITIVE_INFINITY];

/** Milliseconds after the last input until a change takes effect. */
const REST = 180;

const WHY: Readonly<Record<Settings['evidence'], string>> = {
  joint: 'DF and ratio decide only with repetition alone; here the model weighs repetition with other evidence.',
  page: 'DF and ratio do not decide here: the model sees one page at a time, without its site.',
  repetition: '',
};

export class SettingsForm {
  readonly #form = byId('settings', HTMLFieldSetElement);
  readonly #evidence = byId('evidence', HTMLSelectElement);
  readonly #tb = byId('tb', HTMLInputElement);
  readonly #n = byId('n', HTMLInputElement);
  readonly #df = byId('df', HTMLInputElement);
  readonly #ratio = byId('ratio', HTMLInputElement);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(change: (settings: Settings) => void) {
    this.#tb.min = '0';
    this.#tb.max = String(LIFETIMES.length - 1);
    this.#form.addEventListener('input', () => {
      this.#describe();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => change(this.value), REST);
    });
    this.set(resolveOptions());
  }

  get value(): Settings {
    const evidence = this.#evidence.value as Settings['evidence'];
    return {
      evidence,
      baseLifetime: LIFETIMES[Number(this.#tb.value)] ?? 1,
      lifetimeGrowth: Number(this.#n.value),
      templateDf: Number(this.#df.value),
      templateRatio: Number(this.#ratio.value),
    };
  }

  set({ evidence, baseLifetime, lifetimeGrowth, templateDf, templateRatio }: Settings): void {
    clearTimeout(this.#timer);
    this.#evidence.value = evidence;
    this.#tb.value = String(
      Math.max(
        LIFETIMES.findLastIndex((lifetime) => lifetime <= baseLifetime),
        0,
      ),
    );
    this.#n.value = String(lifetimeGrowth);
    this.#df.value = String(templateDf);
    this.#ratio.value = String(templateRatio);
    this.#describe();
  }

  set disabled(isDisabled: boolean) {
    this.#form.disabled = isDisabled;
  }

  #describe(): void {
    const { evidence, baseLifetime, lifetimeGrowth, templateDf, templateRatio } = this.value;
    const isForever = baseLifetime === Number.POSITIVE_INFINITY;
    describe(this.#tb, 'tb-out', isForever ? 'for ever' : pages(baseLifetime));
    describe(this.#n, 'n-out', isForever ? '–' : `× ${lifetimeGrowth}`);
    describe(this.#df, 'df-out', pages(templateDf));
    describe(this.#ratio, 'ratio-out', percent(templateRatio));
    const isRepetition = evidence === 'repetition';
    this.#df.disabled = !isRepetition;
    this.#ratio.disabled = !isRepetition;
    byId('why').textContent = WHY[evidence];
  }
}

function describe(slider: HTMLInputElement, output: string, words: string): void {
  byId(output, HTMLOutputElement).value = words;
  slider.setAttribute('aria-valuetext', words);
}
