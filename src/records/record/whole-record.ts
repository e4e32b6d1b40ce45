import { hash } from 'node:crypto';
import { DamagedRecord } from '../../lib/stored-json.ts';

/** Whether a published record is still what was published. Engines do not notice it where a block within a long text is lost. */

interface HashedTexts {
  readonly scorecard: string;
  readonly facts: string;
}

/** Facts may change beside the same scorecard: a closure report counts there, also where a graver event is shown. */
export function hashRecord(record: HashedTexts): string {
  return hash('sha256', hashedText(record));
}

/** Returns the text whose SHA-256 a receipt names. */
export function hashedText({ scorecard, facts }: HashedTexts): string {
  return `${scorecard}\n${facts}`;
}

/** What identity, search and badge are made from. */
interface ShownTexts {
  readonly identity: string;
  readonly summary: string;
  readonly standing: string;
}

export function hashShown({ identity, summary, standing }: ShownTexts): string {
  return hash('sha256', `${identity}\n${summary}\n${standing}`);
}

/** Returns whether they are as they were published. */
export function isShownWhole(texts: ShownTexts & { readonly shown_sha256: string }): boolean {
  return hashShown(texts) === texts.shown_sha256;
}

/** Returns whether a record is as it was published. */
export function isWhole(record: HashedTexts & { readonly sha256: string }): boolean {
  return hashRecord(record) === record.sha256;
}

/** The same texts, or a refusal to answer from them. */
export function requireShown<Texts extends ShownTexts & { readonly shown_sha256: string }>(
  texts: Texts,
): Texts {
  if (isShownWhole(texts)) return texts;
  throw new DamagedRecord('a record is not as it was published');
}

/** The record, or a refusal to answer from it. */
export function requireWhole<Record extends HashedTexts & { readonly sha256: string }>(
  record: Record,
): Record {
  if (isWhole(record)) return record;
  throw new DamagedRecord('a record is not as it was published');
}
