// Written by scripts/generate-exports.ts from assembly/index.ts and assembly/layout.ts; change these and run the script.
import { layout as core } from '../bindings/core-exports.ts';

/** The layout of the bindings, and constants that only measurements, training and tests read. */
export const layout = {
  ...core,
  Features: { ...core.Features, SITE: 23, TEMPLATE: 88, WHOLE: 41 },
  Kinds: { FEATURES_AT: 0, BASES_AT: 4, CONFIDENCES_AT: 32, HEADER_BYTES: 96 },
  Measure: {
    ...core.Measure,
    PARENT: 24,
    ALL_TEXT: 128,
    ALL_LINKED: 132,
    ALL_LINKS: 136,
    ALL_WORDS: 140,
    ALL_STOPS: 144,
    ALL_KNOWN: 152,
    ALL_OFTEN: 156,
  },
  Model: {
    VERSION: 8,
    FEATURES: 12,
    LEXICON: 16,
    PRIOR_TREES: 20,
    JOINT_TREES: 24,
    MAIN_TREES: 28,
    WHOLE_TREES: 32,
    PRIOR_BASE: 36,
    JOINT_BASE: 40,
    MAIN_BASE: 44,
    WHOLE_BASE: 48,
    THRESHOLD: 52,
    MAIN_THRESHOLD: 56,
    KIND_BYTES: 60,
    HEADER_BYTES: 64,
    HASH_BYTES: 8,
    KNOWN_MAGIC: 751086719904605800,
    KNOWN_VERSION: 5,
  },
  Page: { ...core.Page, MAIN_LENGTH: 52 },
  Tree: { DEPTH: 6, FEATURES: 0, LIMITS: 6, LEAVES: 12, BYTES: 76, MAX: 256 },
} as const;
