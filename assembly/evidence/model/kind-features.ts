/**
 * Features for the classifier of the page's kind, as hashes. A word has different hashes in a title, a heading, a short text, a class and
 * the URL. A number has a feature for each step that it reaches. One pass over the nodes and one over the blocks find all features.
 */
import { Arena, Flag, Node, NodeKind, nodeAt, originOf } from '../../html/nodes';
import { Segment } from '../../page/records';
import { Attribute, firstAttribute, nextAttribute } from '../../html/attributes';
import { Tag } from '../../html/names';
import { equalsLiteral, findByte, isLiteral } from '../../html/scan';
import { blockAt, blockCount, input, segmentAt } from '../../page/arena';
import { titleText } from '../../page/title';
import {
  FeatureSource,
  addFeature,
  addSteps,
  cacheFeatures,
  keyOf,
  keyOfBytes,
  keyOfName,
  scoreCached,
  stepOf,
} from './kind-feature';
import { clearMatches, featureMatches } from './kinds';
import { SHORT_WORDS } from '../block/measure';
import { spend } from '../../work';
import { addPageNumbers } from './page-numbers';
import { measureAt } from '../block/measures';
import { IS_HEADING } from '../../elements';
import { TEXT_SEED } from '../block/word-hash';
import { clearWords, noteNameWords, noteTextWords, wordCount, wordHash } from '../block/words';

/** Maximum bytes of an attribute value whose words are features. */
const VALUE_BYTES: usize = 64;

/** Work for an element without its words. */
const NODE_STEPS: u64 = 16;

/** The page's own URL in the source, or 0. */
export let address: usize = 0;
export let addressEnd: usize = 0;
/** True if the URL is from a canonical link. */
let isCanonical: bool = false;

/** True if the last start tag also has a URL of the page or types of data. */
let hasPageFacts: bool = false;

/** Number of elements of each tag. */
const COUNTS = memory.data(<i32>Tag.COUNT * 4, 4);

// Keys of attributes whose values are read.
const CLASS = keyOfName('class');
const ID = keyOfName('id');
const PROPERTY = keyOfName('property');
const NAME = keyOfName('name');
const REL = keyOfName('rel');
const TYPE = keyOfName('type');
const CONTENT = keyOfName('content');
const HREF = keyOfName('href');
const ITEMPROP = keyOfName('itemprop');
const ITEMTYPE = keyOfName('itemtype');
const ROLE = keyOfName('role');

/** Adds the words of a range of bytes; in names a capital begins a word. */
function addWords(source: u32, at: usize, end: usize, isName: bool): void {
  clearWords(false);
  if (isName) noteNameWords(at, end);
  else noteTextWords(at, end, TEXT_SEED);
  for (let index: u32 = 0; index < wordCount; ++index) addFeature(source, wordHash(index));
}

function addNames(source: u32, at: usize, end: usize): void {
  const from = featureMatches;
  const key = keyOfBytes(source, at, end);
  if (scoreCached(key)) return;
  addWords(source, at, end, true);
  cacheFeatures(key, from);
}

/** Adds all features of the page to the scores of the kinds. */
export function addPageFeatures(): void {
  address = 0;
  addressEnd = 0;
  isCanonical = false;
  memory.fill(COUNTS, 0, (<usize>Tag.COUNT) << 2);
  addTextWords(FeatureSource.TITLE, titleText());
  for (let node = <u32>Node.BYTES; node < Arena.end; node += <u32>Node.BYTES) {
    const at = nodeAt(node);
    if (at.kind != NodeKind.ELEMENT) continue;
    spend(NODE_STEPS);
    const tag = <u32>at.tag;
    const counter = COUNTS + ((<usize>tag) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
    addAttributes(node, tag);
  }
  for (let tag: u32 = 0; tag < <u32>Tag.COUNT; ++tag) {
    addSteps(FeatureSource.ELEMENTS + tag, stepOf(load<u32>(COUNTS + ((<usize>tag) << 2))));
  }
  if (address) addAddress();
  for (let index: u32 = 0; index < blockCount; ++index) addBlockWords(index);
  addPageNumbers();
}

function addTextWords(source: u32, node: u32): void {
  if (!node || nodeAt(node).kind != NodeKind.TEXT) return;
  const start = nodeAt(node).text;
  const end = start + nodeAt(node).textLength;
  spend(end - start);
  const key = keyOfBytes(source, start, end);
  clearMatches();
  if (scoreCached(key)) return;
  addWords(source, start, end, false);
  cacheFeatures(key, 0);
}

function addBlockWords(index: u32): void {
  const isHeading = (measureAt(index).traits & IS_HEADING) != 0;
  if (!isHeading && measureAt(index).words > SHORT_WORDS) return;
  const block = blockAt(index);
  const isFirst = measureAt(index).tag == Tag.H1;
  const source = isFirst ? FeatureSource.FIRST_HEADING : isHeading ? FeatureSource.HEADING : FeatureSource.SHORT;
  let segment = block.firstSegment;
  for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
    addTextWords(source, segmentAt(segment).node);
  }
}

function addAttributes(node: u32, tag: u32): void {
  const at = nodeAt(node);
  const names = tag == Tag.HTML || tag == Tag.BODY ? FeatureSource.PAGE : FeatureSource.NAMES;
  const length = at.extraLength;
  // Copies of an element have its start tag.
  if (!(at.flags & Flag.ATTRIBUTES) || (tag != Tag.OTHER && originOf(node) != node)) return;
  const end = input + at.extra;
  spend(<u64>length * 2);
  clearMatches();
  const tagKey = keyOfTag(names << 8, end - length, end);
  if (scoreCached(tagKey)) return;
  hasPageFacts = false;
  addTag(end - length, end, node, names);
  if (!hasPageFacts) cacheFeatures(tagKey, 0);
}

/** `<a href="`, without its first byte. */
const LINK: u64 = 0x223d666572682061;

/** Key of a start tag. For a link, only of the part after the URL, because targets are not features. */
function keyOfTag(source: u32, start: usize, end: usize): u64 {
  if (load<u64>(start, 1) == LINK) start = findByte(0x22, start + 9, end);
  return keyOfBytes(source, start, end);
}

/** Adds the features of a start tag, and notes the URL of the page. */
function addTag(start: usize, end: usize, node: u32, names: u32): void {
  firstAttribute(start);
  let key: usize = 0;
  let keyEnd: usize = 0;
  let value: usize = 0;
  let valueEnd: usize = 0;
  while (nextAttribute(end)) {
    const name = keyOf(Attribute.name, Attribute.nameEnd);
    if (name == CLASS || name == ID) {
      addNames(names, Attribute.value, Attribute.valueEnd);
      continue;
    }
    if (name == PROPERTY || name == NAME || name == REL || name == TYPE) {
      key = Attribute.value;
      keyEnd = Attribute.valueEnd;
    } else if (name == CONTENT || name == HREF) {
      value = Attribute.value;
      valueEnd = Attribute.valueEnd;
    }
    addFeature(FeatureSource.KEYS, name);
    const hasTerms = key == Attribute.value || name == ITEMPROP || name == ITEMTYPE || name == ROLE;
    const isShort = Attribute.valueEnd - Attribute.value <= VALUE_BYTES;
    if (hasTerms && isShort) addWords(name, Attribute.value, Attribute.valueEnd, true);
  }
  const tag = <u32>nodeAt(node).tag;
  if (!key) return;
  if (tag == Tag.SCRIPT) {
    if (equalsLiteral(key, keyEnd, 'application/ld+json')) addDataTypes(nodeAt(node).firstChild);
  } else if (tag == Tag.LINK) {
    if (equalsLiteral(key, keyEnd, 'canonical')) noteAddress(value, valueEnd, true);
  } else if (tag == Tag.META) {
    if (equalsLiteral(key, keyEnd, 'og:url')) noteAddress(value, valueEnd, false);
    const source = keyOf(key, keyEnd);
    addFeature(FeatureSource.KEYS, source);
    addWords(source, value, valueEnd, true);
  }
}

/** Keeps the first canonical link, else the first `og:url`. */
function noteAddress(at: usize, end: usize, fromLink: bool): void {
  hasPageFacts = true;
  if (at == end || isCanonical || (address && !fromLink)) return;
  address = at;
  addressEnd = end;
  isCanonical = fromLink;
}

function addDataTypes(node: u32): void {
  hasPageFacts = true;
  if (!node) return;
  let at = nodeAt(node).text;
  const end = at + nodeAt(node).textLength;
  for (;;) {
    at = findByte(0x40, at, end) + 1;
    if (at + 6 > end) return;
    if (!isLiteral(at, 'type"')) continue;
    const start = findByte(0x22, at + 5, end) + 1;
    if (start > end) return;
    at = findByte(0x22, start, end);
    addWords(FeatureSource.DATA, start, at, true);
  }
}

/** Adds words of host and path, and counts path segments, and hyphens and digits in the last segment. */
function addAddress(): void {
  let at = address;
  while (at + 3 < addressEnd && !isLiteral(at, '://')) ++at;
  if (at + 3 >= addressEnd) return;
  at += 3;
  const path = findByte(0x2f, at, addressEnd);
  addWords(FeatureSource.HOST, at, path, false);
  let parts: u32 = 0;
  let hyphens: u32 = 0;
  let digits: u32 = 0;
  let before: u32 = 0x2f;
  for (at = path; at < addressEnd; ++at) {
    const byte = <u32>load<u8>(at);
    if (byte == 0x3f || byte == 0x23) break;
    if (byte != 0x2f && before == 0x2f) {
      ++parts;
      hyphens = 0;
      digits = 0;
    }
    if (byte == 0x2d) ++hyphens;
    if (byte - 0x30 < 10) ++digits;
    before = byte;
  }
  addWords(FeatureSource.PATH, path, at, true);
  addSteps(FeatureSource.NUMBERS, parts + 1);
  addSteps(FeatureSource.NUMBERS + 1, min(hyphens, 12));
  addSteps(FeatureSource.NUMBERS + 2, min(digits, 12));
}
