import { monthsEarlier } from '../truth/days.ts';
import type { Doubt } from '../truth/owners.ts';
import type { Case, HoldReason, Truth, Visit } from '../truth/truth.ts';
import { direction, inYear, is, isAge, isQuoted, ownerWords } from './facts.ts';
import { counted, plain, type Slots, type Template } from './template.ts';

/** Sentences about holds, licenses and uncertain owners, and sentences in a record's summary. */

function hold(text: string, code: HoldReason['code']): Template {
  return {
    text: `${text}: {quotes}.`,
    holds: (slots, truth) => {
      const said = slots.quotes().map(({ text: words, day }) => `${words} ${day}`);
      const on = truth.hold.filter((each) => each.code === code).map((each) => `${each.text} ${each.since}`);
      return on.length > 0 && said.join('; ') === on.join('; ');
    },
  };
}

const isOrder = ({ code }: HoldReason) => code !== 'administrative_determination';

export const HOLD_TEMPLATES: readonly Template[] = [
  hold('The regulator closed the business under this license', 'emergency_order'),
  hold('The regulator reports the business under this license as closed', 'emergency_closure'),
  hold('It was still closed at the callback', 'emergency_callback'),
  hold('An inspector found the business operating without a license', 'administrative_determination'),
  { text: 'Nothing on file shows that it reopened.', holds: (_, { hold: on }) => on.some(isOrder) },
  { text: 'Nothing on file resolves this.', holds: (_, { hold: on }) => on.length > 0 && !on.some(isOrder) },
];

const unconfirmed = (_: Slots, { isConfirmed }: Truth) => !isConfirmed;

export const LICENSE_TEMPLATES: readonly Template[] = [
  {
    text: 'According to our latest license file, the license was valid through {day}.',
    holds: (slots, { status, expiresOn, asOf, isConfirmed }) =>
      status === 'current' && !isConfirmed && slots.day() === expiresOn && expiresOn < asOf,
  },
  {
    text: 'The license is listed as current, but without an expiry date, so it is not confirmed.',
    holds: (_, { status, expiresOn }) => status === 'current' && expiresOn === null,
  },
  {
    text: 'The license is listed as not renewed (delinquent), with the expiry date {day}.',
    holds: (slots, { status, expiresOn }) => status === 'delinquent' && slots.day() === expiresOn,
  },
  {
    text: 'The license is listed as not renewed (delinquent).',
    holds: (_, { status, expiresOn }) => status === 'delinquent' && expiresOn === null,
  },
  { text: 'The license was given up by its holder.', holds: is('relinquished') },
  {
    text: 'The license appears to be in the process of transferring to another owner, so it isn’t confirmed for either one.',
    holds: is('transfer_pending'),
  },
  {
    text: 'We don’t know anything about the license because we haven’t loaded a license file for its district.',
    holds: is('no_file'),
  },
  { text: 'The license isn’t in the latest license file for its district.', holds: is('not_on_file') },
  {
    text: 'The license is listed with a status that the regulator doesn’t explain.',
    holds: is('unknown'),
  },
  { text: 'The grade is withheld.', holds: unconfirmed },
  { text: 'No grade is shown.', holds: unconfirmed },
  { text: 'We don’t show a grade because the license isn’t confirmed.', holds: unconfirmed },
  { text: 'Ask the vendor for the renewed license.', holds: is('current') },
  { text: 'Ask the vendor for proof of renewal.', holds: is('delinquent') },
  { text: 'Ask the vendor which license it operates under now.', holds: is('relinquished') },
  {
    text: 'Ask the vendor who holds the license now, and ask for the new owner’s license.',
    holds: is('transfer_pending'),
  },
  {
    text: 'Ask the vendor for its license, and look it up on the regulator’s site.',
    holds: (_, { status }) => ['not_on_file', 'no_file', 'unknown'].includes(status),
  },
];

/** Returns the sentence in two forms, for one inspection and for several. */
function uncertain(they: string, text: string, code: Doubt['code'], holds: Template['holds']): Template[] {
  const rest = `on file may be another owner’s: ${they}${text}.`;
  const told = (slots: Slots, truth: Truth) =>
    truth.doubt?.code === code && truth.uncertain.length === slots.n() && holds(slots, truth);
  return [
    { text: `{n} inspection ${rest}`, holds: (slots, truth) => slots.n() === 1 && told(slots, truth) },
    { text: `{n} inspections ${rest}`, holds: (slots, truth) => slots.n() > 1 && told(slots, truth) },
  ];
}

/** Checks the tense: "is listed" for the newest file, and "was listed" for an earlier file. */
const isNamed =
  (verb: string) =>
  (slots: Slots, { doubt, listedAs, isListed }: Truth) =>
    slots.words() === doubt?.inspectedAs &&
    slots.words('words2') === listedAs &&
    isListed === (verb === 'is');
const isUnnamed = (_: Slots, { doubt }: Truth) => doubt?.inspectedAs === '';
const isChange = (slots: Slots, { doubt }: Truth) => doubt?.changedOn === slots.day();
const named = (verb: string) => ` the business “{words}”, and the license ${verb} listed as “{words2}”`;

function uncertainGravest(slots: Slots, { uncertain: cases }: Truth): boolean {
  const visits = cases.flatMap((single) => single.visits);
  const most = Math.max(...visits.map(({ gravity }) => gravity));
  return visits.some((visit) => visit.gravity === most && isQuoted(visit, slots.words(), slots.day()));
}

export const UNCERTAIN_TEMPLATES: readonly Template[] = [
  ...['is', 'was'].flatMap((verb) => [
    ...uncertain('it names', named(verb), 'other_name', (s, t) => s.n() === 1 && isNamed(verb)(s, t)),
    ...uncertain('they name', named(verb), 'other_name', (s, t) => s.n() > 1 && isNamed(verb)(s, t)),
  ]),
  ...uncertain('it names no business', '', 'other_name', (s, t) => s.n() === 1 && isUnnamed(s, t)),
  ...uncertain('they name no business', '', 'other_name', (s, t) => s.n() > 1 && isUnnamed(s, t)),
  ...uncertain(
    'a change of owner was approved on {day}, and the regulator’s id of the owner did not change',
    '',
    'change_approved',
    isChange,
  ),
  ...uncertain('a license file of {day} lists another holder', '', 'holder_changed', isChange),
  ...uncertain(
    'the license file also lists a former holder, under a similar name',
    '',
    'former_holder_alike',
    () => true,
  ),
  { text: 'It is neither scored nor counted.', holds: (_, truth) => truth.uncertain.length === 1 },
  { text: 'They are neither scored nor counted.', holds: (_, truth) => truth.uncertain.length > 1 },
  {
    text: 'Its gravest result: “{words}” ({day}).',
    holds: (slots, truth) => truth.uncertain.length === 1 && uncertainGravest(slots, truth),
  },
  {
    text: 'Their gravest result: “{words}” ({day}).',
    holds: (slots, truth) => truth.uncertain.length > 1 && uncertainGravest(slots, truth),
  },
];

const inTheYear = ({ asOf }: Truth, day: string) => day > monthsEarlier(asOf, 12);

/**
 * Returns the visits that a name covers. A name by itself covers every owner's visits, and "… under the
 * current owner" covers only that owner's visits.
 */
function namedVisits(said: string, truth: Truth): readonly Visit[] | undefined {
  // Pages show names in title case.
  if (said.toUpperCase() === truth.name.toUpperCase()) return truth.visits;
  const named = `${truth.name} under the ${ownerWords(truth)}`;
  return said.toUpperCase() === named.toUpperCase() ? truth.own : undefined;
}

/** Matches "once" and "3 times", with the cited violations. */
function inspected(start: string, times: string, text: string, holds: Template['holds']): Template {
  return {
    text: `${start} the regulator inspected {words} ${times}${text}`,
    holds: (slots, truth) => {
      const count = times === 'once' ? 1 : slots.n();
      const isOfDay = start.startsWith('In the year')
        ? truth.year.isWhole && slots.day() === truth.asOf
        : !truth.year.isWhole;
      const visits = namedVisits(slots.words(), truth) ?? [];
      const opened = [...Map.groupBy(visits, ({ caseId }) => caseId).values()].filter((each) =>
        each.every(({ day }) => inTheYear(truth, day)),
      );
      const agrees = isOfDay && opened.length === count && truth.year.inspections === count;
      return agrees && (times === 'once' || count > 1) && holds(slots, truth);
    },
  };
}

const cited = (slots: Slots, { year }: Truth) => year.violations === slots.n('n2') && slots.n('n2') > 1;
const one = (slots: Slots, { year }: Truth) => year.violations === 1 && slots.n('n2') === 1;

const STARTS = ['In the year to {day},', 'In the part they cover,'];

const INSPECTED = STARTS.flatMap((start) =>
  ['once', '{n} times'].flatMap((times) => inspectedTimes(start, times)),
);

function inspectedTimes(start: string, times: string): Template[] {
  return [
    inspected(start, times, '.', (_, { year }) => year.violations === null),
    inspected(start, times, ' and cited no violations.', (_, { year }) => year.violations === 0),
    inspected(
      start,
      times,
      ' and cited {n2} violations, {n3} of them high priority.',
      (slots, truth) => cited(slots, truth) && truth.year.high === slots.n('n3') && slots.n('n3') > 0,
    ),
    inspected(
      start,
      times,
      ' and cited {n2} violations, none of them high priority.',
      (slots, truth) => cited(slots, truth) && truth.year.high === 0,
    ),
    inspected(
      start,
      times,
      ' and cited {n2} violation, high priority.',
      (slots, truth) => one(slots, truth) && truth.year.high === 1,
    ),
    inspected(
      start,
      times,
      ' and cited {n2} violation, not high priority.',
      (slots, truth) => one(slots, truth) && truth.year.high === 0,
    ),
  ];
}

const MEASURES: readonly (readonly [noun: string, test: (single: Case) => boolean])[] = [
  ['an emergency order', ({ visits }) => visits.some(({ isEmergency }) => isEmergency)],
  ['an administrative complaint', ({ visits }) => visits.some(({ isComplaint }) => isComplaint)],
  ['a warning', ({ visits }) => visits.some(({ isWarning }) => isWarning)],
];

/**
 * Requires the sentence to name exactly the kinds that occurred: "Among that year's inspections, 1 led to an
 * emergency order, 2 to a warning."
 */
function saw(slots: Slots, truth: Truth): boolean {
  const told = MEASURES.flatMap(([noun, test]) => {
    const count = inYear(truth).filter(test).length;
    return count === 0 ? [] : [[count, noun] as const];
  });
  const text = told.map(([count, noun], index) => `${count}${index === 0 ? ' led' : ''} to ${noun}`);
  return text.length > 0 && text.join(', ') === slots.words('list');
}

function trend(text: string, wanted: string): Template {
  return { text, holds: (_, truth) => direction(truth) === wanted };
}

export const NARRATIVE_TEMPLATES: readonly Template[] = [
  {
    text: 'Our files don’t cover the whole year to {day}.',
    holds: (slots, { year, asOf }) => !year.isWhole && slots.day() === asOf,
  },
  {
    text: 'No inspection of {words} is on file for the year to {day}.',
    holds: (slots, truth) => {
      const visits = namedVisits(slots.words(), truth);
      return slots.day() === truth.asOf && visits?.some(({ day }) => inTheYear(truth, day)) === false;
    },
  },
  {
    text: 'No new inspection of {words} is on file for the year to {day}, only callbacks of an earlier one.',
    holds: (slots, truth) => {
      const visits = namedVisits(slots.words(), truth) ?? [];
      const later = visits.filter(({ day }) => inTheYear(truth, day));
      const isEarlier = ({ caseId }: Visit) =>
        visits.some((visit) => visit.caseId === caseId && !inTheYear(truth, visit.day));
      return slots.day() === truth.asOf && later.length > 0 && later.every(isEarlier);
    },
  },
  ...INSPECTED,
  {
    text: 'The files don’t fully show how many violations it cited.',
    holds: (_, { year }) => year.inspections > 0 && year.violations === null,
  },
  ...(['current', 'last known'] as const).flatMap((owner) =>
    counted(
      `{n} inspection is on file under the ${owner} owner.`,
      `{n} inspections are on file under the ${owner} owner.`,
      (count, truth) => truth.current.length === count && truth.isConfirmed === (owner === 'current'),
    ),
  ),
  { text: 'Among that year’s inspections, {list}.', holds: saw },
  {
    text: 'The worst result on file: “{words}” ({day}, {words2}).',
    holds: (slots, { gravest, asOf }) =>
      isQuoted(gravest, slots.words(), slots.day()) && isAge(slots.words('words2'), slots.day(), asOf),
  },
  trend('The two newest inspections went better than those before.', 'improving'),
  trend('The two newest inspections went about as well as those before.', 'steady'),
  trend('The two newest inspections went worse than those before.', 'worsening'),
  ...counted(
    '{n} earlier inspection under a prior owner isn’t counted.',
    '{n} earlier inspections under a prior owner aren’t counted.',
    (count, { prior }) => prior.length === count,
  ),
];

export const FOLLOW_TEMPLATES = [plain('Summary written by software.')];
