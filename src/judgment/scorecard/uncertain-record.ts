import type { Language } from '../../lib/language/language.ts';
import { countNoun } from '../../lib/text/text.ts';
import { describeDay } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FactLicense } from '../../regulator/source/vendor-facts.ts';
import { type Case, worstVisit } from '../score/cases.ts';
import type { Attribution } from './attribution.ts';
import { UNCERTAIN, UNCERTAIN_REASONS } from './messages.ts';
import { quoteDated } from './quote.ts';
import type { UncertainRecord } from './schemas.ts';

/** Describes inspections that may belong to another owner. Returns null if there are none. */
export function describeUncertain(
  { uncertain, doubt }: Attribution,
  license: FactLicense | undefined,
): UncertainRecord | null {
  if (!doubt) return null;
  const they = uncertain.length === 1 ? 'it names' : 'they name';
  const changedAfter = doubt.changedAfter === null ? 'an unknown day' : describeDay(doubt.changedAfter);
  const why = {
    other_name: doubt.inspectedAs
      ? `${they} the business “${doubt.inspectedAs}”${listedText(license)}`
      : `${they} no business`,
    change_approved: `a change of owner was approved on ${changedAfter}, and the regulator’s id of the owner did not change`,
    holder_changed: `a license file of ${changedAfter} lists another holder`,
    former_holder_alike: 'the license file also lists a former holder, under a similar name',
  }[doubt.code];
  const visits = countNoun(uncertain.length, 'inspection');
  const text = `${visits} on file may be another owner’s: ${why}. ${uncertain.length === 1 ? 'It is' : 'They are'} neither scored nor counted.${worstText(uncertain)}`;
  return { code: doubt.code, inspections: uncertain.length, text };
}

function listedText(license: FactLicense | undefined): string {
  const name = license?.businessName || license?.licenseeName;
  return license && name ? `, and the license ${license.onFile ? 'is' : 'was'} listed as “${name}”` : '';
}

/**
 * Describes the worst result of these inspections, or returns an empty string if they met standards. The
 * worst result must be visible even if the inspections do not count for any owner.
 */
function worstText(cases: readonly Case[]): string {
  const visit = worstVisit(cases.flatMap(({ visits }) => visits));
  if (!visit || REGULATOR.dispositionOf(visit.disposition).result === 'met') return '';
  return ` ${cases.length === 1 ? 'Its' : 'Their'} gravest result: ${quoteDated(visit.disposition, visit.visitedOn, 'en')}.`;
}

/**
 * Returns the record's own English sentence. In another language, explains its meaning and quotes that
 * sentence, which contains the names and dates.
 */
export function uncertainTextIn({ code, inspections, text }: UncertainRecord, language: Language): string {
  if (language === 'en') return text;
  const why = UNCERTAIN_REASONS[language][code];
  return UNCERTAIN[language].quoted({ count: inspections, why, text });
}
