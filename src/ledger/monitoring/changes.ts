import { describeDay } from '../../lib/dates.ts';
import { foldForSearch } from '../../lib/text.ts';
import { describeHold } from '../../registry/vendors/hold-words.ts';
import { foldHolder } from '../claims/holder.ts';
import { compareVisits } from './visit-changes.ts';
import type { WatchedState } from './watched-state.ts';

/** What a watch reports: the differences between two states of one record, in words. Pure. `fields.ts` lists what is told. */
export interface Change {
  /** `rules`: because our rules changed; `ours`: what we say about the record, which also changes as days pass. */
  readonly kind:
    | 'hold'
    | 'status'
    | 'expiry'
    | 'license'
    | 'owner'
    | 'name'
    | 'place'
    | 'ours'
    | 'rules'
    | 'gravest'
    | 'inspection'
    | 'inspection_changed';
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** The changes, most severe kinds first, inspections oldest first. Empty when there is nothing to report. */
export function compareStates(before: WatchedState, after: WatchedState): Change[] {
  const changes = [
    ...simple('hold', 'Hold by the regulator', holdText(before), holdText(after)),
    ...simple('status', 'License status', STATUSES[before.status], STATUSES[after.status]),
    ...simple('expiry', 'License expires', dayText(before.expires_on), dayText(after.expires_on)),
    ...licenseChanges(before, after),
    ...holderChanges(before, after),
    ...nameChanges(before, after),
    ...known('place', 'Place', before.location, after.location, placeText),
    ...gradeChanges(before, after),
    ...recommendationChanges(before, after),
    ...known('gravest', 'Gravest event on file', before.gravest_event, after.gravest_event, eventText),
    ...compareVisits(before, after),
    ...known('owner', 'Inspections of uncertain owner', before.uncertain, after.uncertain, uncertainText),
  ];
  // A score follows from the inspections: alone it is no change.
  if (changes.length === 0) return [];
  const kind = changes.every((each) => each.kind === 'rules') ? 'rules' : 'ours';
  return [
    ...changes,
    ...known(kind, 'Our score', before.service_score, after.service_score, (score) =>
      String(score ?? 'none'),
    ),
  ];
}

const STATUSES: Readonly<Record<WatchedState['status'], string>> = {
  current: 'current',
  delinquent: 'not renewed (delinquent)',
  relinquished: 'given up by its holder',
  transfer_pending: 'change of owner in progress',
  not_on_file: 'not on the newest license file',
  no_file: 'unknown, because no license file of its district has been read',
  unknown: 'a status whose meaning is not published',
};

function simple(kind: Change['kind'], label: string, from: string, to: string): Change[] {
  return from === to ? [] : [{ kind, label, from, to }];
}

/** No change where the stored state is older than the field. */
function known<Value>(
  kind: Change['kind'],
  label: string,
  from: Value | undefined,
  to: Value | undefined,
  words: (value: Value) => string,
): Change[] {
  return from === undefined || to === undefined ? [] : simple(kind, label, words(from), words(to));
}

function holdText({ hold }: WatchedState): string {
  return hold.length === 0 ? 'none on file' : describeHold({ reasons: hold });
}

function dayText(day: string | null): string {
  return day === null ? 'no day on file' : describeDay(day);
}

function licenseChanges(before: WatchedState, after: WatchedState): Change[] {
  const text = (value: string) => value.replaceAll('_', ' ');
  return [
    ...known('license', 'License number', before.number, after.number, text),
    ...known('license', 'Kind of license', before.type, after.type, text),
    ...known('ours', 'License confirmed by us', before.confirmed, after.confirmed, (yes) =>
      yes ? 'yes' : 'no',
    ),
  ];
}

/** A holder may be a person, so a mail says that the holder changed and names nobody. */
function holderChanges(before: WatchedState, after: WatchedState): Change[] {
  if (foldHolder(before.holder ?? '') === foldHolder(after.holder ?? '')) return [];
  const from = before.holder === null ? 'none on file' : 'the one on file when we last wrote';
  return simple('owner', 'License holder', from, after.holder === null ? 'none on file' : 'another one');
}

/** A former name is reported only while the name stays, because a new name turns the old one into the former one. */
function nameChanges(before: WatchedState, after: WatchedState): Change[] {
  if (!sameName(before.name, after.name)) return simple('name', 'Name', before.name, after.name);
  if (sameName(before.aka, after.aka)) return [];
  return simple('name', 'Former name', before.aka ?? 'none', after.aka ?? 'none');
}

/** A vendor must not mistake a change of our rules for one of the regulator's. */
function gradeChanges(before: WatchedState, after: WatchedState): Change[] {
  const { score_version: was = 'v1' } = before;
  const { score_version: is = was } = after;
  const change = simple('ours', 'Our grade', gradeText(before), gradeText(after));
  if (before.grade === null || after.grade === null) return change;
  return was === is ? change : change.map((each) => byNewRules(each, was, is));
}

function recommendationChanges(before: WatchedState, after: WatchedState): Change[] {
  const words = (code: keyof typeof RECOMMENDATIONS) => RECOMMENDATIONS[code];
  const change = known('ours', 'Our recommendation', before.recommendation, after.recommendation, words);
  const [was, is] = [before.policy_version, after.policy_version];
  if (was === undefined || is === undefined || was === is) return change;
  return change.map((each) => byNewRules(each, was, is));
}

function byNewRules({ label, from, to }: Change, was: string, is: string): Change {
  const ours = { kind: 'rules', label: `${label}, by our new rules` } as const;
  return { ...ours, from: `${from} (rules ${was})`, to: `${to} (rules ${is})` };
}

const RECOMMENDATIONS: Readonly<Record<NonNullable<WatchedState['recommendation']>, string>> = {
  book: 'book (CLEAR)',
  book_after_review: 'book after a look at the inspections (CONDITIONAL)',
  review: 'review with the vendor first (REVIEW)',
  do_not_book: 'do not book (DECLINE)',
};

function gradeText({ grade, grade_status }: WatchedState): string {
  switch (grade_status) {
    case 'graded':
      return grade ?? 'none';
    case 'withheld':
      return 'none, because the license is not confirmed';
    case 'insufficient_record':
      return 'none, because there are too few recent inspections';
    case 'hold':
      return 'none while the regulator’s hold is in force';
  }
}

function placeText({ city, county, zip, district }: NonNullable<WatchedState['location']>): string {
  const parts = [city, county && `${county} County`, zip, district !== null && `district ${district}`];
  return parts.filter(Boolean).join(', ') || 'not on file';
}

function eventText(event: NonNullable<WatchedState['gravest_event']> | null): string {
  return event ? `"${event.text}" (${describeDay(event.date)})` : 'none';
}

const UNCERTAIN: Readonly<Record<NonNullable<WatchedState['uncertain']>, string>> = {
  other_name: 'some name another business',
  holder_changed: 'a license file lists another holder',
  change_approved: 'a change of owner was approved between them',
  former_holder_alike: 'a former holder has a similar name',
};

function uncertainText(code: NonNullable<WatchedState['uncertain']> | null): string {
  return code === null ? 'none' : UNCERTAIN[code];
}

/** Names that differ only in punctuation, or in a letter that a file damaged, are equal. */
function sameName(a: string | null, b: string | null): boolean {
  return compact(a) === compact(b);
}

function compact(name: string | null): string {
  return foldForSearch(name ?? '').replaceAll(' ', '');
}
