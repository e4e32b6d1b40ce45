import { REGULATOR } from '../../src/regulator/source/regulator.ts';
import type { ClosedDay } from '../truth/closures.ts';
import { daysApart, monthsEarlier, plusDays, wordsOfDay } from '../truth/days.ts';
import { isWithinYear, newestOwn } from '../truth/orders.ts';
import type { Truth } from '../truth/truth.ts';
import { isLowest, knowsClosures } from '../truth/verdict.ts';
import { hasSevere, highAtLast, is, isQuoted, metAfterHigh, newestKnown, ownerWords } from './facts.ts';
import {
  ORDER_ACTION_TEMPLATES,
  ORDER_EVIDENCE_TEMPLATES,
  ORDER_ISSUE_TEMPLATES,
  ORDER_REASON_TEMPLATES,
} from './order-templates.ts';
import { counted, plain, type Slots, type Template } from './template.ts';

/** Sentences in decisions and self-checks: reasons, factors with advice, strengths and the recommendation. */

const isShort = ({ score }: Truth) => score === null;
const letter =
  (wanted: string) =>
  (_: Slots, truth: Truth): boolean =>
    truth.letter === wanted;
const CLOSED_ON = 'The regulator closed the business {closings}.';

/** Lists closures by date, newest first: "on March 3, 2026 and by May 2, 2026". */
function closureWords(days: readonly ClosedDay[]): string {
  const words = days.map(({ day, isExact }) => `${isExact ? 'on' : 'by'} ${wordsOfDay(day)}`);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const isRecent =
  ({ asOf }: Truth) =>
  ({ day }: ClosedDay) =>
    daysApart(day, asOf) < 90;

/**
 * Checks the closures in a sentence. A decision names only those that neither the hold nor an unresolved
 * enforcement action names. A self-check names all of them.
 */
function isClosedText(words: string, truth: Truth, isIn: (closed: ClosedDay) => boolean): boolean {
  const named = new Set([
    ...truth.hold.map(({ since }) => since),
    ...truth.unresolved.flatMap(({ result, day }) =>
      result === 'closed' && truth.hold.length === 0 ? [day] : [],
    ),
  ]);
  const all = truth.closedDays.filter(isIn);
  const left = all.filter(({ day }) => !named.has(day));
  const ofReports = all.filter(
    ({ day }) => !truth.own.some((visit) => visit.day === day && visit.isEmergency),
  );
  return [all, left, ofReports].some((each) => each.length > 0 && closureWords(each) === words);
}

function wasClosed(slots: Slots, truth: Truth): boolean {
  return isClosedText(slots.words('closings'), truth, isRecent(truth));
}

function hasOrderOfYear({ orders, asOf }: Truth): boolean {
  const order = newestOwn(orders);
  return order !== undefined && isWithinYear(order, asOf);
}

const CLOSED_IN_YEAR: Template = {
  text: 'The regulator closed the business {closings}, within the year ending {day2}.',
  holds: (slots, truth) =>
    slots.day('day2') === truth.asOf &&
    isClosedText(slots.words('closings'), truth, (closed) => !isRecent(truth)(closed)),
};

/** Counts the inspections that a grade can be based on. */
function countKnown({ current }: Truth): number {
  return current.filter(({ first, lastVisit }) => first.counts && lastVisit.result !== 'unknown').length;
}

/** Sentences that explain why there is no grade. */
const SHORT_TEMPLATES: readonly Template[] = [
  {
    text: 'There is no grade because we haven’t loaded an inspection file for the vendor’s district, so we don’t know its inspections.',
    holds: (_, { inspectionsFrom, last, letter: own }) =>
      inspectionsFrom === undefined && last === undefined && own === null,
  },
  {
    text: 'No inspections under the {words} are on record.',
    holds: (slots, truth) =>
      truth.inspectionsFrom !== undefined &&
      truth.current.length === 0 &&
      truth.letter === null &&
      slots.words() === ownerWords(truth),
  },
  {
    text: 'There are too few recent inspections under the {words} for a grade.',
    holds: (slots, truth) =>
      isShort(truth) && truth.current.length > 0 && slots.words() === ownerWords(truth),
  },
  {
    text: 'A grade requires {n}.',
    holds: (slots, truth) => slots.n() === 2 && truth.current.length === 0,
  },
  {
    text: 'A grade requires {n} more.',
    holds: (slots, truth) => slots.n() === 2 && isShort(truth) && countKnown(truth) === 0,
  },
  {
    text: 'A grade requires at least {n} more.',
    holds: (slots, truth) => slots.n() === 1 && isShort(truth) && countKnown(truth) > 0,
  },
];

const MEASURE_TEMPLATES: readonly Template[] = [
  {
    text: '{quotes}, and no later visit on file met standards.',
    holds: (slots, { unresolved, own }) => {
      const told = slots
        .quotes()
        .map(({ text, day }) => unresolved.find((each) => isQuoted(each, text, day)));
      return told.every(
        (each) => each !== undefined && own.slice(own.indexOf(each)).every(({ result }) => result !== 'met'),
      );
    },
  },
  { text: CLOSED_ON, holds: wasClosed },
  {
    text: 'We advise waiting {n} days after a closure.',
    holds: (slots, { closedOn, today }) =>
      slots.n() === 90 && closedOn !== undefined && plusDays(closedOn, 90) > today,
  },
  {
    text: 'The regulator closed the business {closings}, less than {n} days before the date of these records ({day2}).',
    holds: (slots, truth) => wasClosed(slots, truth) && slots.day('day2') === truth.asOf && slots.n() === 90,
  },
  {
    text: 'We don’t know how the visit on {day} ended.',
    holds: (slots, { last }) => last?.result === 'unknown' && last.day === slots.day(),
  },
  {
    text: 'We don’t know how the visit on {day} ended: the file says “{words}”.',
    holds: (slots, { last }) => last?.result === 'unknown' && isQuoted(last, slots.words(), slots.day()),
  },
  {
    text: 'We don’t know how many violations the inspection on {day} cited.',
    holds: (slots, { current }) =>
      current.at(-1)?.first.day === slots.day() && current.at(-1)?.first.counts === undefined,
  },
  {
    text: 'We don’t know how many violations the inspection on {day} cited: the regulator’s file leaves counts blank or contradicts itself.',
    holds: (slots, { current }) =>
      current.at(-1)?.first.day === slots.day() && current.at(-1)?.first.counts === undefined,
  },
  {
    text: 'The last visit, on {day}, ended with “{words}”, and no later one on file met standards.',
    holds: (slots, { last }) => last?.result === 'follow_up' && isQuoted(last, slots.words(), slots.day()),
  },
  plain('Ask for proof that it was corrected.'),
  {
    text: 'The last visit ended with “{words}”.',
    holds: (slots, { last }) => last?.result === 'follow_up' && last.disposition === slots.words(),
  },
  ...counted(
    'The last inspection with known counts cited {n} high-priority violation.',
    'The last inspection with known counts cited {n} high-priority violations.',
    (count, truth) => count > 0 && highAtLast(truth) === count,
  ),
  ...counted(
    'The last inspection found {n} high-priority violation.',
    'The last inspection found {n} high-priority violations.',
    (count, truth) => count > 0 && truth.current.at(-1)?.first.counts?.high === count,
  ),
];

/**
 * Returns true if recent records show that the license is current today, and until the date in the sentence.
 */
function runs(slots: Slots, truth: Truth): boolean {
  return truth.oldDays === null && isOn(slots.day(), truth);
}

/** Does the same for old records, based on what their license file states. */
function ran(slots: Slots, truth: Truth): boolean {
  return truth.oldDays !== null && isOn(slots.day(), truth);
}

function isOn(day: string, { status, isConfirmed, expiresOn, asOf, today }: Truth): boolean {
  const isAhead = expiresOn !== null && expiresOn >= asOf && expiresOn >= today;
  return status === 'current' && isConfirmed && isAhead && expiresOn === day;
}

const beforeEvent = (slots: Slots, { event }: Truth) =>
  slots.day('day2') === event.first && slots.day() < event.first;
const beforeLastDay = (slots: Slots, { event }: Truth) =>
  slots.day() >= event.first && slots.day('day2') === event.last && slots.day() < event.last;

/** Sentences that depend on today's date and the event's date. */
const DAY_TEMPLATES: readonly Template[] = [
  {
    text: 'The license is current and expires on {day}, before the event on {day2}.',
    holds: (slots, truth) => runs(slots, truth) && beforeEvent(slots, truth),
  },
  {
    text: 'In the license file we used, the license was current through {day}, which is before the event on {day2}.',
    holds: (slots, truth) => ran(slots, truth) && beforeEvent(slots, truth),
  },
  {
    text: 'The license is current and expires on {day}, before the last day of the event, {day2}.',
    holds: (slots, truth) => runs(slots, truth) && beforeLastDay(slots, truth),
  },
  {
    text: 'In the license file we used, the license was current through {day}, which is before the last day of the event, {day2}.',
    holds: (slots, truth) => ran(slots, truth) && beforeLastDay(slots, truth),
  },
  {
    text: 'The license expired on {day}, no more than {n} days before the date of these records ({day2}), which still list it as current.',
    holds: (slots, { status, expiresOn, asOf }) =>
      status === 'current' &&
      expiresOn === slots.day() &&
      expiresOn < asOf &&
      slots.n() === 30 &&
      daysApart(expiresOn, asOf) <= 30 &&
      slots.day('day2') === asOf,
  },
  {
    text: 'In the license file we used, the license was current through {day}, which has passed.',
    holds: (slots, { status, expiresOn, asOf, today }) =>
      status === 'current' && expiresOn === slots.day() && asOf <= expiresOn && expiresOn < today,
  },
  {
    text: 'Ask the vendor for the renewed license before the event.',
    holds: (_, { expiresOn, today, event }) =>
      expiresOn !== null && today <= expiresOn && expiresOn < event.last,
  },
  {
    text: 'Records more than {n} days old aren’t enough to decide on.',
    holds: (slots, { oldDays }) => slots.n() === 60 && (oldDays ?? 0) > 60,
  },
  {
    text: 'They don’t show anything that has happened since.',
    holds: (_, { oldDays }) => oldDays !== null,
  },
  plain('Ask the vendor for its most recent inspection report.'),
  CLOSED_IN_YEAR,
  plain('Ask the vendor what it has corrected.'),
  {
    text: 'The last visit on file was on {day}, more than twelve months ago.',
    holds: (slots, { visits, today }) =>
      visits.at(-1)?.day === slots.day() && slots.day() < monthsEarlier(today, 12),
  },
  {
    text: 'The last visit on file was on {day}, more than twelve months ago, and ended with “{words}”.',
    holds: (slots, { last, today }) =>
      last?.result === 'follow_up' &&
      isQuoted(last, slots.words(), slots.day()) &&
      slots.day() < monthsEarlier(today, 12),
  },
  plain('Ask the vendor for a newer inspection report.'),
  {
    text: 'The grade is based on {n} inspections, the minimum.',
    holds: (slots, { letter: own, current }) =>
      own !== null &&
      slots.n() === 2 &&
      current.filter(({ first, lastVisit }) => first.counts && lastVisit.result !== 'unknown').length === 2,
  },
];

/** Sentences about gaps in the district's inspection files, as a reason and as a factor. */
const COVER_TEMPLATES: readonly Template[] = [
  {
    text: 'We don’t have an inspection file for the vendor’s district, so closures may be missing.',
    holds: (_, { inspectionsFrom }) => inspectionsFrom === undefined,
  },
  {
    text: 'Our inspection files start on {day}, less than {n} days before the date of these records ({day2}), so earlier closures may be missing.',
    holds: (slots, truth) => beginsOn(slots, truth) && slots.n() === 90 && slots.day() <= truth.asOf,
  },
  {
    text: 'Our inspection files start on {day}, after the date of these records ({day2}), so earlier closures may be missing.',
    holds: (slots, truth) => beginsOn(slots, truth) && slots.day() > truth.asOf,
  },
];

function beginsOn(slots: Slots, truth: Truth): boolean {
  return !knowsClosures(truth) && truth.inspectionsFrom === slots.day() && truth.asOf === slots.day('day2');
}

const YEAR_TEMPLATES: readonly Template[] = [
  {
    text: 'Look the vendor up on the regulator’s site before booking.',
    holds: (_, truth) => !knowsClosures(truth) || (truth.oldDays ?? 0) > 60,
  },
  {
    text: 'Our inspection files don’t cover the whole year to {day}, so some visits may be missing.',
    holds: (slots, truth) => !truth.year.isWhole && knowsClosures(truth) && slots.day() === truth.asOf,
  },
  plain('Ask the vendor for all of its inspection reports from that year.'),
];

/** Sentences about the age of the records. */
export const AGE_TEMPLATES: readonly Template[] = [
  {
    text: 'Our records go only through {day}, {n} days ago.',
    holds: (slots, { reachTo, oldDays }) => slots.day() === reachTo && slots.n() === oldDays,
  },
];

export const REASON_TEMPLATES: readonly Template[] = [
  ...ORDER_REASON_TEMPLATES,
  ...SHORT_TEMPLATES,
  ...MEASURE_TEMPLATES,
  { text: 'Grade F, the lowest.', holds: letter('F') },
  {
    text: 'The inspections on file are too few or too old for a grade.',
    holds: (_, truth) => isLowest(truth),
  },
  { text: 'Together, they would earn the lowest one.', holds: (_, truth) => isLowest(truth) },
  {
    text: 'Grade {letter}.',
    holds: (slots, truth) => truth.letter === slots.words('letter'),
  },
  {
    text: 'Grade D: serious violations, many violations, or enforcement action.',
    holds: (_, truth) => truth.letter === 'D' && hasSevere(truth),
  },
  { text: 'Grade C: look at the recent inspections.', holds: letter('C') },
  {
    text: 'License current through {day}.',
    holds: (slots, truth) => runs(slots, truth) && truth.event.last <= slots.day(),
  },
  {
    text: 'The license was current through {day} in the license file we used.',
    holds: (slots, truth) => ran(slots, truth) && truth.event.last <= slots.day(),
  },
  ...DAY_TEMPLATES,
  ...COVER_TEMPLATES,
  ...YEAR_TEMPLATES,
];

export const ISSUE_TEMPLATES: readonly Template[] = [
  ...ORDER_ISSUE_TEMPLATES,
  ...SHORT_TEMPLATES,
  ...COVER_TEMPLATES,
  ...MEASURE_TEMPLATES,
  CLOSED_IN_YEAR,
  {
    text: 'The inspection record is graded {letter}.',
    holds: (slots, truth) => truth.letter === slots.words('letter'),
  },
];

const NO_LATER = (_: Slots, truth: Truth) => metAfterHigh(truth) === undefined;

/** Sentences with advice, and the conditions for giving it. */
export const ACTION_TEMPLATES: readonly Template[] = [
  ...ORDER_ACTION_TEMPLATES,
  {
    text: 'Correct what the order names, ask the regulator for a re-inspection, and stay closed until you pass it.',
    holds: (_, { hold }) => hold.some(({ code }) => code !== 'administrative_determination'),
  },
  {
    text: 'Before you operate again, get the license your business needs, or show the regulator that you have one.',
    holds: (_, { hold }) =>
      hold.length > 0 && hold.every(({ code }) => code === 'administrative_determination'),
  },
  plain('Correct the violations, answer the regulator by its deadline, and ask for the callback inspection.'),
  plain('Keep proof that you reopened on hand, and show it to organizers.'),
  {
    text: 'Once the records reach {day}, this closure will no longer be a reason not to book, unless another closure follows.',
    holds: (slots, { closedOn }) => closedOn !== undefined && plusDays(closedOn, 90) === slots.day(),
  },
  {
    text: 'Once the records reach {day}, organizers who check the license will no longer see this as a reason, unless another closure follows.',
    holds: (slots, { closedDays }) =>
      closedDays.some(
        ({ day: on }) =>
          monthsEarlier(slots.day(), 12) >= on && monthsEarlier(plusDays(slots.day(), -1), 12) < on,
      ),
  },
  plain(
    'The points below show what counts against it; the outlook shows what it takes to reach the next letter.',
  ),
  {
    text: 'You don’t need to correct anything: our files don’t go back far enough.',
    holds: (_, truth) => !knowsClosures(truth),
  },
  plain('Show organizers your most recent inspection reports.'),
  plain('Show organizers the report from that visit.'),
  plain('Show organizers the report from that inspection, and ask the regulator to correct its file.'),
  {
    text: 'The file doesn’t show an expiry date in the future. Renew the license if you haven’t; a later file will show it.',
    holds: is('current'),
  },
  {
    text: 'The file shows that the license wasn’t renewed. If you haven’t renewed it, do so and pay the late fee; a later file will show it.',
    holds: is('delinquent'),
  },
  {
    text: 'Apply for a new license; this one was given up. The new one will have its own record.',
    holds: is('relinquished'),
  },
  {
    text: 'If the license is changing hands, complete the change of owner with the regulator; otherwise, ask it to correct its file.',
    holds: is('transfer_pending'),
  },
  {
    text: 'You don’t need to do anything: we haven’t loaded a license file for your district. Show organizers the license itself.',
    holds: is('no_file'),
  },
  {
    text: 'Ask the regulator whether the license is active, and apply for a new one if it isn’t.',
    holds: is('not_on_file'),
  },
  {
    text: 'Ask the regulator what the status in its file means, and ask for a correction if it’s wrong.',
    holds: is('unknown'),
  },
  {
    text: 'A later visit, on {day}, met standards; see that it stays so.',
    holds: (slots, truth) => metAfterHigh(truth)?.day === slots.day(),
  },
  {
    text: 'Correct it first: high-priority violations weigh most in the grade.',
    holds: (slots, truth) => NO_LATER(slots, truth) && highAtLast(truth) === 1,
  },
  {
    text: 'Correct them first: high-priority violations weigh most in the grade.',
    holds: (slots, truth) => NO_LATER(slots, truth) && highAtLast(truth) > 1,
  },
  plain('Correct what was cited by the date given, and make sure the callback inspection takes place.'),
  {
    text: 'If the inspections are yours, show organizers the reports, and ask the regulator to make the name and the license holder match.',
    holds: (_, { uncertain }) => uncertain.length > 0,
  },
  { text: 'You’ll get a grade after your next inspections.', holds: (_, truth) => isShort(truth) },
  { text: 'Show organizers your most recent report.', holds: (_, { last }) => last !== undefined },
  {
    text: 'These records also have too few inspections for a grade.',
    holds: (_, truth) => isShort(truth) && truth.gradeStatus !== 'insufficient_record',
  },
  plain('The regulator inspects routinely while a license is in force.'),
  ...[...new Set(categoryActions())].map(plain),
];

/** Returns advice that does not make claims about a record. */
function categoryActions(): string[] {
  const categories = Array.from({ length: REGULATOR.categoryMax }, (_, index) => index + 1);
  return categories.flatMap((category) => REGULATOR.categoryAction(category, 'food_truck').action);
}

const counts = (text: string): Template[] =>
  counted(
    `{n} inspection counted in the year to {day}${text}`,
    `{n} inspections counted in the year to {day}${text}`,
    (count, { year, uncertain, asOf }, slots) =>
      year.inspections === count &&
      slots.day() === asOf &&
      (text === '' || uncertain.length === slots.n('n2')),
  );

export const EVIDENCE_TEMPLATES: readonly Template[] = [
  ...ORDER_EVIDENCE_TEMPLATES,
  {
    text: '{quotes}',
    holds: (slots, { hold, unresolved }) => {
      const quoted = slots.quotes().map(({ text, day }) => text + day);
      const open = unresolved.map(({ disposition, day }) => disposition + day);
      return quoted.join() === (hold.length > 0 ? hold.map(({ text, since }) => text + since) : open).join();
    },
  },
  {
    text: '“{words}”, {day}',
    holds: (slots, { own }) => own.some((visit) => isQuoted(visit, slots.words(), slots.day())),
  },
  {
    text: 'Closure {closings}',
    holds: (slots, truth) =>
      isClosedText(slots.words('closings'), truth, () => true) ||
      wasClosed(slots, truth) ||
      isClosedText(slots.words('closings'), truth, (closed) => !isRecent(truth)(closed)),
  },
  {
    text: 'No inspection file in use',
    holds: (_, { inspectionsFrom }) => inspectionsFrom === undefined,
  },
  {
    text: 'Inspection files starting {day}',
    holds: (slots, { inspectionsFrom }) => inspectionsFrom === slots.day(),
  },
  { text: 'Grade {letter}', holds: (slots, truth) => truth.letter === slots.words('letter') },
  {
    text: 'License {words}: {words2} (files through {day})',
    holds: (slots, truth) => {
      const expiry = /, expires (.*)$/.exec(slots.words('words2'))?.[0] ?? '';
      const status = slots.words('words2').replace(expiry, '').replaceAll(' ', '_');
      return slots.words() === truth.number && status === truth.status && !truth.isConfirmed;
    },
  },
  {
    text: '{n} high priority at the newest inspection with known counts',
    holds: (slots, truth) => newestKnown(truth)?.first.counts?.high === slots.n(),
  },
  { text: 'Inspection of {day}', holds: (slots, { current }) => current.at(-1)?.first.day === slots.day() },
  ...counts(''),
  ...counts('; {n2} inspection on file under an uncertain owner'),
  ...counts('; {n2} inspections on file under an uncertain owner'),
  {
    text: 'Category {n}, last on {day}',
    holds: (slots, truth) =>
      truth.current.findLast(({ first }) => first.categories.has(slots.n()))?.first.day === slots.day(),
  },
];

/**
 * Returns true if a full year is on file, the year contains an inspection, and each inspection is complete
 * from its first visit on.
 */
function knowsYear(slots: Slots, { current, asOf, year }: Truth): boolean {
  const cases = current.filter(({ first }) => first.day > monthsEarlier(asOf, 12));
  const isWhole = year.isWhole && cases.every(({ first }) => first.visitNumber === 1);
  return isWhole && year.inspections > 0 && slots.day() === asOf;
}

/** Returns true if no visit within the year, including callbacks, cited violations of the counted kind. */
function citedNone({ own, asOf }: Truth, count: 'total' | 'high'): boolean {
  return own
    .filter(({ day }) => day > monthsEarlier(asOf, 12))
    .every(({ counts: found }) => found !== undefined && found[count] === 0);
}

export const STRENGTH_TEMPLATES: readonly Template[] = [
  {
    text: 'The license is current until {day}.',
    holds: runs,
  },
  { text: 'The license was current through {day} in the license file we used.', holds: ran },
  {
    text: 'The inspection record is graded {letter}.',
    holds: (slots, { letter: own }) => own === slots.words('letter') && ['A', 'B'].includes(own),
  },
  {
    text: 'No violation was cited in the year to {day}.',
    holds: (slots, truth) => knowsYear(slots, truth) && citedNone(truth, 'total'),
  },
  {
    text: 'No high-priority violation was cited in the year to {day}.',
    holds: (slots, truth) => knowsYear(slots, truth) && citedNone(truth, 'high'),
  },
  {
    text: 'The last visit, on {day}, met inspection standards.',
    holds: (slots, { last }) => last?.result === 'met' && last.day === slots.day(),
  },
  {
    text: 'No warning, complaint or closure in the year to {day}.',
    holds: (slots, truth) =>
      knowsYear(slots, truth) &&
      truth.closures.every(({ closedOn }) => closedOn <= monthsEarlier(truth.asOf, 12)) &&
      !hasOrderOfYear(truth) &&
      truth.own.every(
        ({ day, isWarning, isComplaint, result }) =>
          day <= monthsEarlier(truth.asOf, 12) ||
          (!isWarning && result !== 'closed' && (!isComplaint || result === 'met')),
      ),
  },
];

const verdict =
  (wanted: Truth['verdict']) =>
  (_: Slots, truth: Truth): boolean =>
    truth.verdictToday === wanted;

export const RECOMMENDATION_TEMPLATES: readonly Template[] = [
  { text: 'Routine due diligence is enough.', holds: verdict('CLEAR') },
  { text: 'Look at the recent inspections before booking.', holds: verdict('CONDITIONAL') },
  {
    text: 'The record isn’t enough by itself to support a booking. Review it with the vendor first.',
    holds: verdict('REVIEW'),
  },
  {
    text: 'The public record is a reason not to book. See the decision for details.',
    holds: verdict('DECLINE'),
  },
];
