/**
 * The logistic lifetime (Wang et al.): `Tb·N / (1 + (N−1)·e^−(df−1))` pages, rounded up to whole pages, in a table by DF.
 *
 * Ages are whole pages, so `age ≥ life` is equivalent to `age ≥ ⌈life⌉`. Powers of 1/e are computed by multiplication only, because `exp`
 * differs between engines in the last digit.
 */
import { Lifetime } from './records';

const ONE_OVER_E: f64 = 0.36787944117144233;

/** Beyond this DF the exponential no longer changes the lifetime. */
const DF_STEPS: u32 = 64;
/** Lifetime for each DF, in whole pages, two bytes each. */
const LIVES = memory.data(64 * 2, 16);

/** Entries never expire; `scrub` renews their expiries. */
export let endless: bool = false;

/** Sets the law; `base` (Tb, pages) and `growth` (N) are checked by the bindings. An infinite `base` disables expiry. */
export function setLifetimes(base: f64, growth: f64): void {
  endless = base == Infinity;
  let fading: f64 = 1;
  for (let step: u32 = 0; step < DF_STEPS; ++step) {
    const life = endless ? <f64>Lifetime.MAX : (base * growth) / (1 + (growth - 1) * fading);
    store<u16>(LIVES + (step << 1), <u16>Math.ceil(life));
    fading *= ONE_OVER_E;
  }
}

/** Lifetime of an entry of document frequency `df` ≥ 1, in whole pages after its last occurrence. */
export function lifetime(df: u32): u32 {
  assert(df, 'lifetime: a DF of 0 has no lifetime');
  return load<u16>(LIVES + ((df < DF_STEPS ? df - 1 : DF_STEPS - 1) << 1));
}

/** The longest lifetime. */
export function lifetimeMax(): u32 {
  return lifetime(DF_STEPS);
}
