import { isClosed } from '../../judgment/policy/hold-words.ts';
import { SCORE_RULES } from '../../judgment/score/rules.ts';
import { isKnown, missingRecord } from '../../judgment/score/score.ts';
import { uncertainTextIn } from '../../judgment/scorecard/uncertain-record.ts';
import type { Language } from '../../lib/language/language.ts';
import { describeDay } from '../../lib/time/dates.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';
import { MISSING } from './describe-outlook-messages.ts';
import { LICENSE_ACTIONS } from './factor-messages.ts';
import { isNothingRead } from './factors.ts';
import type { Outlook } from './schemas.ts';
import type { ScoredRecord } from './scored-record.ts';

type Missing = Outlook['missing'];

/** Lists everything that a vendor without a letter is missing, and how to get it. */
export function missingForLetter(facts: PublishedFacts, record: ScoredRecord, language: Language): Missing {
  const t = MISSING[language];
  const { hold } = facts.evidence;
  const { license } = facts.vendor;
  // No inspection follows under a relinquished license. A new license has its own record.
  const all = license.status === 'relinquished' ? [] : missingInspections(facts, record, language);
  if (!license.confirmed)
    all.unshift({
      code: 'license_confirmed',
      text: t.license({ action: LICENSE_ACTIONS[language][license.status] }),
    });
  if (hold.active)
    all.unshift({
      code: 'hold_lifted',
      text: isClosed(hold) ? t.reopened : t.settled,
    });
  return all;
}

function missingInspections(
  facts: PublishedFacts,
  { cases, asOf }: ScoredRecord,
  language: Language,
): Missing {
  const { vendor, uncertain_record: uncertain, inspections_loading_before: loadingBefore } = facts;
  const t = MISSING[language];
  if (isNothingRead(facts)) return [{ code: 'inspection_file', text: t.notRead }];
  const { cases: more, operatingCases, isTooOld } = missingRecord(cases, asOf);
  const { minimumRecord } = SCORE_RULES;
  const known = cases.filter((single) => isKnown(single));
  const owner = vendor.license.confirmed ? 'current' : 'lastKnown';
  const found: { code: string; text: string }[] = [];
  if (loadingBefore !== null && (more > 0 || operatingCases > 0 || isTooOld))
    found.push({ code: 'older_inspections', text: t.loading({ day: describeDay(loadingBefore, language) }) });
  if (more > 0)
    found.push({
      code: 'inspections',
      text: t.inspections({ count: more, owner, needed: minimumRecord.cases, known: known.length }),
    });
  if (operatingCases > 0)
    found.push({
      code: 'operating_inspection',
      text: more > 1 ? t.operatingOfThem : more === 1 ? t.operatingIt : t.operatingOther,
    });
  const newest = known.at(-1)?.openedOn;
  // Further inspections are new ones anyway.
  if (isTooOld && more === 0 && newest !== undefined)
    found.push({
      code: 'recent_inspection',
      text: t.recent({ day: describeDay(newest, language), count: minimumRecord.monthsSinceNewest }),
    });
  if (uncertain !== null)
    found.push({
      code: 'owner_certain',
      text: t.certain({ owner, why: uncertainTextIn(uncertain, language) }),
    });
  return found;
}
