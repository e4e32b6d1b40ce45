import { memoize } from '../../lib/cache/memoize.ts';

/** Which compressed form of a body a caller takes, and how its validator is named. RFC 9110 §8.8.3.3 and RFC 9110 §12.5.3. Pure. */

/** Best first: every browser of the last years takes the first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const WORDS_MAX = 20;

/** The encoding that the caller likes best; undefined when it takes the body as it is alone. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  return header === undefined ? undefined : readHeader(header);
}

/** Browsers send few different headers, each of them often. */
const readHeader = memoize((header): Encoding | undefined => {
  const weights = new Map(header.toLowerCase().split(',', WORDS_MAX).map(readWeight));
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = [...ENCODINGS].sort((a, b) => weightOf(b) - weightOf(a));
  return best && weightOf(best) > 0 ? best : undefined;
}, 100);

function readWeight(word: string): readonly [encoding: string, weight: number] {
  const [name = '', ...parameters] = word.split(';').map((part) => part.trim());
  const given = parameters.find((each) => each.startsWith('q='))?.slice('q='.length);
  const weight = given === undefined ? 1 : Number(given);
  return [name, Number.isNaN(weight) ? 0 : weight];
}

// No hash of ours has a colon in it.
const ENCODED = /:(?:br|gzip)"/g;

/** The validator of the body in this encoding: another form is another representation, with another validator. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `:${encoding}"`);
}

/** Validators as they are for the body that nothing was done to. */
export function plainTags(tags: string): string {
  return tags.replaceAll(ENCODED, '"');
}
