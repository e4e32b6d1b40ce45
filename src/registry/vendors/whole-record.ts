import { hash } from 'node:crypto';
import { DamagedRecord } from '../../lib/stored-json.ts';

/** Whether a published record is still what was published. Engines do not notice it where a block within a long text is lost. */

interface HashedTexts {
  readonly scorecard: string;
  readonly facts: string;
}

/** Facts may change beside the same scorecard: a closure report counts there, also where a graver event is shown. */
export function hashRecord({ scorecard, facts }: HashedTexts): string {
  return hash('sha256', `${scorecard}\n${facts}`);
}

/** The record, or a refusal to answer from it. */
export function requireWhole<Record extends HashedTexts & { readonly sha256: string }>(
  record: Record,
): Record {
  if (hashRecord(record) === record.sha256) return record;
  throw new DamagedRecord('a record is not as it was published');
}
