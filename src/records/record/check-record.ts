import { hash } from 'node:crypto';
import { DamagedRecord } from '../../lib/stored-json.ts';

/**
 * Checks that a published record is unchanged. Database engines do not detect a lost block within a long
 * text.
 */

interface HashedTexts {
  readonly scorecard: string;
  readonly facts: string;
}

/**
 * Returns a hash of the scorecard and facts. Facts may change while the scorecard remains the same: a closure
 * report affects the facts even if the scorecard shows a more severe event.
 */
export function hashRecord(record: HashedTexts): string {
  return hash('sha256', hashedText(record));
}

/** Returns the text whose SHA-256 is in a receipt. */
export function hashedText({ scorecard, facts }: HashedTexts): string {
  return `${scorecard}\n${facts}`;
}

/** The texts for identity, search and badge. */
interface ShownTexts {
  readonly identity: string;
  readonly summary: string;
  readonly standing: string;
}

export function hashShown({ identity, summary, standing }: ShownTexts): string {
  return hash('sha256', `${identity}\n${summary}\n${standing}`);
}

/** Returns true if the texts are unchanged since publication. */
export function isShownWhole(texts: ShownTexts & { readonly shown_sha256: string }): boolean {
  return hashShown(texts) === texts.shown_sha256;
}

/** Returns true if a record is unchanged since publication. */
export function isWhole(record: HashedTexts & { readonly sha256: string }): boolean {
  return hashRecord(record) === record.sha256;
}

/** Returns the same texts; throws if they are damaged. */
export function requireShown<Texts extends ShownTexts & { readonly shown_sha256: string }>(
  texts: Texts,
): Texts {
  if (isShownWhole(texts)) return texts;
  throw new DamagedRecord('a record is not as it was published');
}

/** Returns the record; throws if it is damaged. */
export function requireWhole<Record extends HashedTexts & { readonly sha256: string }>(
  record: Record,
): Record {
  if (isWhole(record)) return record;
  throw new DamagedRecord('a record is not as it was published');
}
