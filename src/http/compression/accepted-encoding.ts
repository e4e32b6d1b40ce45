import { memoize } from '../../lib/cache/memoize.ts';

/**
 * Chooses the encoding for a response body, and derives the validator of the encoded body. Sources:
 * RFC 9110 §8.8.3.3 and RFC 9110 §12.5.3. Pure.
 */

/** Best first; every recent browser accepts the first one. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const WORDS_MAX = 20;

/** Returns the encoding that the caller prefers, or undefined if it only accepts the uncompressed body. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  return header === undefined ? undefined : readHeader(header);
}

/** Memoized because browsers send the same few headers over and over. */
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

// Our hashes never contain a colon.
const ENCODED = /:(?:br|gzip)"/g;

/**
 * Returns the validator for the body in this encoding. Each encoding is a separate representation and needs
 * its own validator.
 */
export function encodedTag(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `:${encoding}"`);
}

/** Converts validators of encoded bodies back to the validators of the uncompressed bodies. */
export function plainTags(tags: string): string {
  return tags.replaceAll(ENCODED, '"');
}
