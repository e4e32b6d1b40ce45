import { verdictGroupText } from '../../../decisions/decide/decision-words.ts';
import type { RunSummary, SourceCheck } from '../../../intake/log/runs-service.ts';
import { verdictChangesText } from '../../../intake/log/verdict-changes.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
/** Wording and formats shared by several overview pages. */

/**
 * Returns `anna@events.example` as `a…@events.example`: enough to recognize the address, but not enough to
 * send email to it.
 */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, Math.max(at, 0));
  return at < 0 ? '…' : `${first}…${address.slice(at)}`;
}

/** Escapes invisible characters in external text, so that they cannot reverse, hide or break a line. */
export function showHidden(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu,
    (char) => `⟨${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** Formats a number with thousands separators, such as 12,345. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns "1 day" or "12 days". */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${countText(days)} days`;
}

/** Returns "1 file" or "12 files". */
export function filesText(count: number): string {
  return count === 1 ? '1 file' : `${countText(count)} files`;
}

/**
 * Returns the outcome in words. A run that received no files is worded differently from a run with nothing
 * new.
 */
export function runOutcomeText({ outcome, source }: Pick<RunSummary, 'outcome' | 'source'>): string {
  if (source && source.expected > 0 && source.missed === source.expected)
    return 'Failed: no file of the source could be had';
  return RUN_OUTCOMES[outcome] ?? outcome;
}

/** Returns "16 files expected, 9 checked and unchanged, 4 did not come". */
export function sourceText({ expected, unchanged, missed }: SourceCheck): string {
  return `${filesText(expected)} expected, ${countText(unchanged)} checked and unchanged, ${countText(missed)} did not come`;
}

/** Returns "3 files: 1 new, 1 refused" or "1 file withdrawn". */
export function runFilesText(run: RunSummary): string {
  const parts = [
    [run.files_set_aside, 'set aside'],
    [run.files_held_back, 'refused'],
    [run.files_withdrawn, 'withdrawn since'],
    [run.source?.missed ?? 0, 'did not come'],
  ] as const;
  const others = parts.flatMap(([count, word]) => (count === 0 ? [] : `, ${countText(count)} ${word}`));
  if (run.files_taken_back > 0 && run.files_given === 0)
    return `${filesText(run.files_taken_back)} withdrawn`;
  return `${filesText(run.files_given)}: ${countText(run.files_published)} new${others.join('')}`;
}

/** Returns "None changed" or "3 changed (Clear to book → Review first 3)". */
export function runVerdictsText({ outcome, verdict_changes: changes }: RunSummary): string {
  if (outcome === 'failed') return 'None changed';
  const named = (verdict: string | null) => (verdict === null ? null : verdictGroupText(verdict));
  const text = verdictChangesText(
    changes?.map((each) => ({ ...each, before: named(each.before), after: named(each.after) })) ?? null,
  );
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

const RUN_OUTCOMES: Readonly<Record<string, string>> = {
  published: 'Published',
  unchanged: 'Nothing new',
  failed: 'Failed: nothing was changed',
};

export const FILE_OUTCOMES: Readonly<Record<string, string>> = {
  published: 'Published',
  set_aside: 'Read, older than the file in use, set aside',
  held_back: 'Refused',
  withdrawn: 'Withdrawn',
};

export const SUBSCRIPTION_STATES: Readonly<Record<string, string>> = {
  active: 'Active',
  past_due: 'Payment due',
  cancel_requested: 'Being ended',
  cancelled: 'Ended',
};

/** Returns the kind of business for a license type. If the kind is unknown, returns the code. */
export function licenseTypeText(code: string): string {
  const kind = REGULATOR.licenses.kindOfType(code);
  if (!kind) return code;
  return kind === 'caterer' ? 'Caterer' : 'Food truck or cart';
}
