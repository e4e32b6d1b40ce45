import { describeDay } from '../../lib/dates.ts';
import { foldForSearch } from '../../lib/text.ts';
import { foldHolder } from '../claims/holder.ts';
import type { WatchedState, WatchedVisit } from './watched-state.ts';

/** What a watch reports: the differences between two states of one record, in words. Pure. */
export interface Change {
  /** `rules` is a grade that changed because of our rules, not the record. */
  readonly kind:
    | 'hold'
    | 'status'
    | 'expiry'
    | 'owner'
    | 'name'
    | 'grade'
    | 'rules'
    | 'inspection'
    | 'disposition';
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** The changes, most severe kinds first, inspections oldest first. Empty when there is nothing to report. */
export function compareStates(before: WatchedState, after: WatchedState): Change[] {
  return [
    ...simple('hold', 'On hold by the regulator', holdText(before), holdText(after)),
    ...simple('status', 'License status', STATUSES[before.status], STATUSES[after.status]),
    ...simple('expiry', 'License expires', dayText(before.expires_on), dayText(after.expires_on)),
    ...ownerChanges(before, after),
    ...nameChanges(before, after),
    ...gradeChanges(before, after),
    ...inspectionChanges(before, after),
    ...dispositionChanges(before, after),
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

function holdText({ hold }: WatchedState): string {
  if (hold.length === 0) return 'no';
  return `yes: ${hold.map(({ text, since }) => `"${text}" (since ${describeDay(since)})`).join('; ')}`;
}

function dayText(day: string | null): string {
  return day === null ? 'no day on file' : describeDay(day);
}

/** A vendor must not mistake a change of our rules for one of the regulator's. */
function gradeChanges(before: WatchedState, after: WatchedState): Change[] {
  const { score_version: was = 'v1' } = before;
  const { score_version: is = was } = after;
  const change = simple('grade', 'Our grade', gradeText(before), gradeText(after));
  if (was === is || before.grade === null || after.grade === null) return change;
  return change.map(({ from, to }) => ({
    kind: 'rules',
    label: 'Our grade, by our new rules',
    from: `${from} (rules ${was})`,
    to: `${to} (rules ${is})`,
  }));
}

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

/** Another holder on the license file, or inspections that now count for a former holder. */
function ownerChanges(before: WatchedState, after: WatchedState): Change[] {
  const changes =
    foldHolder(before.holder ?? '') === foldHolder(after.holder ?? '')
      ? []
      : simple('owner', 'License holder', before.holder ?? 'none on file', after.holder ?? 'none on file');
  const earlier = new Map(before.visits.map((visit) => [visit.id, visit]));
  const moved = after.visits.filter((visit) => {
    const known = earlier.get(visit.id);
    return known !== undefined && known.prior_owner !== visit.prior_owner;
  });
  const own = ({ visits }: WatchedState) =>
    `${visits.filter(({ prior_owner }) => !prior_owner).length} of ${visits.length}`;
  if (moved.length > 0)
    changes.push({
      kind: 'owner',
      label: 'Inspections that count for the present owner',
      from: own(before),
      to: own(after),
    });
  return changes;
}

/** A former name is reported only while the name stays, because a new name turns the old one into the former one. */
function nameChanges(before: WatchedState, after: WatchedState): Change[] {
  if (!sameName(before.name, after.name)) return simple('name', 'Name', before.name, after.name);
  if (sameName(before.aka, after.aka)) return [];
  return simple('name', 'Former name', before.aka ?? 'none', after.aka ?? 'none');
}

function inspectionChanges(before: WatchedState, after: WatchedState): Change[] {
  const known = new Set(before.visits.map(({ id }) => id));
  const oldestFirst = [...after.visits].reverse();
  return oldestFirst.flatMap((visit, index) => {
    if (known.has(visit.id)) return [];
    const previous = oldestFirst[index - 1];
    const from = previous ? visitText(previous) : 'none on record';
    return { kind: 'inspection' as const, label: 'New inspection', from, to: visitText(visit) };
  });
}

function dispositionChanges(before: WatchedState, after: WatchedState): Change[] {
  const earlier = new Map(before.visits.map((visit) => [visit.id, visit]));
  return after.visits.flatMap((visit) => {
    const known = earlier.get(visit.id);
    if (!known || known.disposition === visit.disposition) return [];
    return simple(
      'disposition',
      `How the inspection of ${describeDay(visit.date)} ended`,
      `"${known.disposition}"`,
      `"${visit.disposition}"`,
    );
  });
}

function visitText({ date, type, disposition, total, high_priority }: WatchedVisit): string {
  const counts =
    total === null
      ? 'its counts are not on file'
      : `${total} violation${total === 1 ? '' : 's'}, ${high_priority} of high priority`;
  return `${describeDay(date)}, ${type}: "${disposition}" (${counts})`;
}

/** Names that differ only in punctuation, or in a letter that a file damaged, are equal. */
function sameName(a: string | null, b: string | null): boolean {
  return compact(a) === compact(b);
}

function compact(name: string | null): string {
  return foldForSearch(name ?? '').replaceAll(' ', '');
}
