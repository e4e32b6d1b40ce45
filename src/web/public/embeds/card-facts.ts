import { licenseKindText } from '../../../decisions/decide/decision-words.ts';
import { isClosed } from '../../../judgment/policy/hold-words.ts';
import { countNoun } from '../../../lib/text/text.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import type { Tone } from '../../kit/decisions/decision-names.ts';
import { toneInAge } from '../../kit/decisions/decision-names.ts';
import type { ShownRecord } from '../record/parse-record.ts';
import { placeText } from '../record/place-text.ts';
import { meaningOf } from '../record/record-texts.ts';

/**
 * A summary of a vendor's record, for a card on another site or for an image. It is never more favorable than
 * the vendor's page. A license that is not confirmed gets no grade, old records do not get a good color, and a
 * hold comes first.
 */
export interface CardFacts {
  readonly name: string;
  /** The license number, the kind of business and the place. */
  readonly under: string;
  readonly tone: Tone;
  /** The grade, or the word that is shown instead of one. */
  readonly stamp: string;
  readonly meaning: string;
  /** The age of the records, including a warning if the records are old. */
  readonly age: string;
  readonly fictional: boolean;
}

type CardRecord = Pick<
  ShownRecord,
  | ('name' | 'license' | 'location' | 'grade' | 'grade_status' | 'hold')
  | ('records_old' | 'data_as_of' | 'fictional' | 'rollup_12m' | 'last_disposition')
>;

export function cardFactsOf(record: CardRecord): CardFacts {
  const { name, license, location, records_old: old, data_as_of: through, fictional } = record;
  const { tone, text } = meaningOf(record);
  const age = old
    ? `Old records: they reach only to ${describeDay(old.reach_to)}, ${countNoun(old.days, 'day')} ago.`
    : `Records through ${describeDay(through)}.`;
  return {
    name,
    under: [license.number, licenseKindText(license), placeText(location)].filter(Boolean).join(' · '),
    tone: toneInAge(tone, old),
    stamp: stampOf(record),
    meaning: record.hold.active ? holdText(record) : text,
    age,
    fictional,
  };
}

function stampOf({ grade, grade_status: status, hold }: CardRecord): string {
  if (hold.active || status === 'hold') return isClosed(hold) ? 'Closed' : 'On hold';
  return grade === null ? 'No grade' : `Grade ${grade}`;
}

function holdText({ hold }: CardRecord): string {
  return isClosed(hold)
    ? 'The regulator closed the business under this license, and no later record shows that it reopened.'
    : 'An inspector found the business operating without a license, and no later record resolves that.';
}
