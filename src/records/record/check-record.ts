import { hash } from 'node:crypto';
import { DamagedRecord } from '../../lib/stored-json.ts';

/**
 * Checks that a published record is unchanged. Database engines do not notice a lost block within a long
 * text.
 */

interface HashedTexts {
  readonly scorecard: string;
  readonly facts: string;
}

/**
 * Facts may change with the same scorecard: a closure report counts there, even if a more severe event is
 * shown.
 */
export function hashRecord(record: HashedTexts): string {
  return hash('sha256', hashedText(record));
}

/** Returns the text whose SHA-256 a receipt names. */
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

/** Returns whether they are unchanged since publication. */
export function isShownWhole(texts: ShownTexts & { readonly shown_sha256: string }): boolean {
  return hashShown(texts) === texts.shown_sha256;
}

/** Returns whether a record is unchanged since publication. */
export function isWhole(record: HashedTexts & { readonly sha256: string }): boolean {
  return hashRecord(record) === record.sha256;
}

/** Returns the same texts, or refuses to answer from them. */
export function requireShown<Texts extends ShownTexts & { readonly shown_sha256: string }>(
  texts: Texts,
): Texts {
  if (isShownWhole(texts)) return texts;
  throw new DamagedRecord('a record is not as it was published');
}

/** Returns the record, or refuses to answer from it. */
export function requireWhole<Record extends HashedTexts & { readonly sha256: string }>(
  record: Record,
): Record {
  if (isWhole(record)) return record;
  throw new DamagedRecord('a record is not as it was published');
}
