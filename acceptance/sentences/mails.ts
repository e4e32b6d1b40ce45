import type { Scorecard } from '../../src/judgment/scorecard/schemas.ts';
import { compareStates } from '../../src/watch/paid/compare-states.ts';
import { changesMail } from '../../src/watch/paid/mail-texts.ts';
import { toWatchedState } from '../../src/watch/paid/watched-state.ts';
import { dayOfWords } from '../truth/days.ts';
import type { Truth, Visit } from '../truth/truth.ts';
import { isTrueOrder } from './order-templates.ts';
import { HOLD_TEMPLATES } from './record-templates.ts';
import { createReader } from './template.ts';
import { groupName } from './verdict-names.ts';

/**
 * Checks an email that reports changes in a record between two dates. Compares each change with the two raw
 * states.
 */

const HEAD = 'The regulator’s record of ';

/**
 * Returns the errors in the email and the number of changes in it. Without changes, there must be no email.
 */
export function checkMail(
  [before, after]: readonly [Scorecard, Scorecard],
  [was, is]: readonly [Truth, Truth],
): { readonly faults: string[]; readonly told: number } {
  const ours = { policyVersion: 'p', recordFormat: 1 };
  const states = [before, after].map((card) => toWatchedState(card, null, ours));
  const [from, to] = states;
  if (!from || !to) return { faults: [], told: 0 };
  const changes = compareStates(from, to);
  const missing = missingChanges(
    changes.map(({ label }) => label),
    was,
    is,
  );
  if (changes.length === 0) return { faults: missing, told: 0 };
  const { text } = changesMail({
    recipient: { to: 'holder@example.com', language: 'en' },
    vendor: { id: after.id, name: after.name, licenseNumber: after.license.number },
    changes,
    isOurReadingNew: false,
    dataAsOf: after.data_as_of,
    fictional: after.fictional,
    baseUrl: 'https://vendors.example',
  });
  const told = [...text.matchAll(/^(.+)\n {2}from: (.*)\n {2}to: {3}(.*)$/gm)];
  const faults = told.flatMap(([change, label = '', old = '', now = '']) =>
    isTrue(label, [old, now], [was, is]) ? [] : [`${change.replaceAll('\n', ' |')}`],
  );
  const isOurs = told.every(([, label = '']) => /^(Our |License confirmed by us)/.test(label));
  if (text.includes(HEAD) === isOurs)
    faults.push(`opening of a mail ${isOurs ? 'of our words alone' : 'of changes'}`);
  if (told.length !== Math.min(changes.length, 200)) faults.push('a change that cannot be read');
  return { faults: [...faults, ...missing], told: told.length };
}

type Pair = readonly [string, string];
type Truths = readonly [Truth, Truth];

const STATUSES: Readonly<Record<string, Truth['status']>> = {
  current: 'current',
  'not renewed (delinquent)': 'delinquent',
  'given up by the license holder': 'relinquished',
  'change of owner in progress': 'transfer_pending',
  'not in the latest license file': 'not_on_file',
  'unknown, because no license file has been loaded for its district': 'no_file',
  'a status that the regulator doesn’t explain': 'unknown',
};
const STANDINGS: Readonly<Record<string, Truth['gradeStatus']>> = {
  'none, because the license isn’t confirmed': 'withheld',
  'none, because there are too few recent inspections': 'insufficient_record',
  'none while the regulator’s hold is in force': 'hold',
};
const DOUBTS: Readonly<Record<string, string>> = {
  'some name a different business': 'other_name',
  'a license file lists a different holder': 'holder_changed',
  'a change of owner was approved between them': 'change_approved',
  'a former holder has a similar name': 'former_holder_alike',
};
const readHold = createReader(HOLD_TEMPLATES);

/** Checks of a single state, by label. Conditions that involve both states are in `isTrue`. */
const OF_STATE: Readonly<Record<string, (text: string, truth: Truth) => boolean>> = {
  'Hold by the regulator': (text, truth) => {
    if (text === 'none on file') return truth.hold.length === 0;
    const reading = readHold(text);
    return (
      reading.type === 'read' && reading.found.every(({ template, slots }) => template.holds(slots, truth))
    );
  },
  'License status': (text, { status }) => STATUSES[text] === status,
  'License expires': (text, { expiresOn }) =>
    text === 'no day on file' ? expiresOn === null : dayOfWords(text) === expiresOn,
  'License confirmed by us': (text, { isConfirmed }) => isConfirmed === (text === 'yes'),
  'License number': (text, { number }) => text === number,
  'Kind of license': (text, { type, number }) => {
    const cart = number.startsWith('HTD') ? 'hot dog cart' : 'food truck';
    return text === (type === '2013' ? 'caterer' : cart);
  },
  Name: (text, { name }) => text === name,
  'Former name': (text, { visits, listedAs }) =>
    text === 'none' || text === listedAs || visits.some(({ name }) => name === text),
  'Our grade': (text, { letter, gradeStatus }) => text === letter || STANDINGS[text] === gradeStatus,
  'Our recommendation': (text, { verdictToday }) => text === groupName(verdictToday),
  'Our score': (text, { score }) => text === String(score ?? 'none'),
  'Most severe event on file': (text, { gravest }) => {
    const [, words, day = ''] = /^"(.*)" \((.*)\)$/.exec(text) ?? [];
    if (text === 'none') return gravest === undefined;
    return gravest?.disposition === words && gravest?.day === dayOfWords(day);
  },
  'Final order': isTrueOrder,
  'Inspections under an uncertain owner': (text, { doubt }) =>
    text === 'none' ? doubt === null : doubt?.code === DOUBTS[text],
};

/** Returns true if a change in an email really happened between the two raw states. */
export function isTrue(label: string, texts: Pair, truths: Truths): boolean {
  const [from, to] = texts;
  const [was, is] = truths;
  const ofState = OF_STATE[label];
  if (ofState) return from !== to && ofState(from, was) && ofState(to, is);
  const known = new Set(was.visits.map(({ visitId }) => visitId));
  if (label === 'New inspection') {
    const added = is.visits.some((visit) => !known.has(visit.visitId) && visitText(visit) === to);
    return added && (from === 'none on record' || is.visits.some((visit) => visitText(visit) === from));
  }
  if (label.startsWith('Whose record it is: ')) return isMoved(label, texts, truths);
  // Places are accepted, because they come from the license and the newest visit, which the second reading
  // does not check.
  return label === 'Place';
}

function visitText({ day, inspectionType, disposition, counts }: Visit): string {
  const found = counts
    ? `${counts.total} violation${counts.total === 1 ? '' : 's'}, ${counts.high} high priority`
    : 'its counts aren’t on file';
  const [year = '', month = '', date = ''] = day.split('-');
  const name = new Date(Date.UTC(2000, Number(month) - 1, 1)).toLocaleString('en-US', {
    month: 'long',
    timeZone: 'UTC',
  });
  return `${name} ${Number(date)}, ${year}, ${inspectionType}: "${disposition}" (${found})`;
}

const OWNERS: Readonly<Record<string, 'current' | 'prior' | 'uncertain'>> = {
  'the current owner’s': 'current',
  'a prior owner’s': 'prior',
  'owner uncertain': 'uncertain',
};

/**
 * Checks "Whose record it is: 2 inspections (March 1, 2018; …)". There must be such a visit on each of these dates.
 */
function isMoved(label: string, [from, to]: Pair, [was, is]: Truths): boolean {
  const [, count = '', days = ''] = /^Whose record it is: (\d+) inspections? \((.*)\)$/.exec(label) ?? [];
  const moved = is.visits.filter(({ visitId }) => {
    const before = ownerOf(was, visitId);
    const after = ownerOf(is, visitId);
    return before === OWNERS[from] && after === OWNERS[to];
  });
  const told = days.split('; ').map((words) => dayOfWords(words));
  return Number(count) === moved.length && told.join() === moved.map(({ day }) => day).join();
}

function ownerOf(truth: Truth, id: number) {
  const has = (which: 'current' | 'prior' | 'uncertain') =>
    truth[which].some(({ visits }) => visits.some(({ visitId }) => visitId === id));
  return (['current', 'prior', 'uncertain'] as const).find(has);
}

function whenOf({ gravest }: Truth): string | undefined {
  return gravest && `${gravest.disposition} ${gravest.day}`;
}

/** Returns changes between the raw states that the email does not report. */
function missingChanges(labels: readonly string[], was: Truth, is: Truth): string[] {
  const differs: readonly (readonly [label: string, before: unknown, after: unknown])[] = [
    ['Hold by the regulator', was.hold, is.hold],
    ['License status', was.status, is.status],
    ['License expires', was.expiresOn, is.expiresOn],
    ['Our grade', [was.letter, was.gradeStatus], [is.letter, is.gradeStatus]],
    ['Our recommendation', was.verdictToday, is.verdictToday],
    ['Most severe event on file', whenOf(was), whenOf(is)],
  ];
  const missing = differs.flatMap(([label, before, after]) =>
    JSON.stringify(before) !== JSON.stringify(after) && !labels.includes(label) ? [`not told: ${label}`] : [],
  );
  const known = new Set(was.orders.map((order) => JSON.stringify(order)));
  const newOrders = is.orders.filter((order) => !known.has(JSON.stringify(order))).length;
  const ordersTold = labels.filter((label) => label === 'Final order').length;
  if (newOrders !== ordersTold) missing.push(`${ordersTold} new orders told of ${newOrders}`);
  const added = is.visits.length - was.visits.length;
  const told = labels.filter((label) => label === 'New inspection').length;
  return added === told ? missing : [...missing, `${told} new inspections told of ${added}`];
}
