import { describeDay } from '../../lib/dates.ts';
import { countNoun } from '../../lib/text.ts';
import { SCORE_RULES } from '../../registry/scoring/rules.ts';
import { isKnown, missingRecord } from '../../registry/scoring/score.ts';
import type { PublishedFacts } from '../../registry/vendors/decision-facts.ts';
import { isClosed } from '../../registry/vendors/hold-words.ts';
import { LICENSE_ACTIONS } from './license-actions.ts';
import type { Outlook } from './schemas.ts';
import type { ScoredRecord } from './scored-record.ts';

type Missing = Outlook['missing'];

/** Everything that a vendor without a letter lacks for one, and what gives it. Pure. */
export function missingForLetter(facts: PublishedFacts, record: ScoredRecord): Missing {
  const { hold } = facts.evidence;
  const { license } = facts.vendor;
  const all = [...missingInspections(facts, record)];
  if (!license.confirmed)
    all.unshift({
      code: 'license_confirmed',
      text: `A license that the regulator’s newest file confirms. ${LICENSE_ACTIONS[license.status]}`,
    });
  if (hold.active)
    all.unshift({
      code: 'hold_lifted',
      text: isClosed(hold)
        ? 'A visit or report of the regulator after which the business may be open.'
        : 'A visit of the regulator that settles the question of the license.',
    });
  return all;
}

function missingInspections(
  { vendor, uncertain_record: uncertain }: PublishedFacts,
  { cases, asOf }: ScoredRecord,
): Missing {
  const { cases: more, operatingCases, isTooOld } = missingRecord(cases, asOf);
  const { minimumRecord } = SCORE_RULES;
  const known = cases.filter(isKnown);
  const owner = vendor.license.confirmed ? 'current owner' : 'last known owner';
  const found: { code: string; text: string }[] = [];
  if (more > 0)
    found.push({
      code: 'inspections',
      text: `${countNoun(more, 'further inspection')} under the ${owner} with result and counts on file. A grade needs ${minimumRecord.cases}, and there ${known.length === 1 ? 'is' : 'are'} ${known.length}.`,
    });
  if (operatingCases > 0)
    found.push({
      code: 'operating_inspection',
      text: `${more > 1 ? 'At least one of them' : more === 1 ? 'It has to be' : 'One further inspection'} of the business in operation: one before opening is not.`,
    });
  const newest = known.at(-1)?.openedOn;
  // Further inspections are new ones anyway.
  if (isTooOld && more === 0 && newest !== undefined)
    found.push({
      code: 'recent_inspection',
      text: `One further inspection: the newest that counts, of ${describeDay(newest)}, is ${minimumRecord.monthsSinceNewest} months old or older.`,
    });
  if (uncertain !== null)
    found.push({
      code: 'owner_certain',
      text: `Inspections that are the ${owner}’s for certain: ${uncertain.text}`,
    });
  return found;
}
