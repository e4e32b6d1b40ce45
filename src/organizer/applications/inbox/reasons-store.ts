import type { LedgerDb, LedgerEngine } from '../../../platform/db/database.ts';
import type { FiledReason, HistoryEntry, OrganizerHistoryEntry } from '../application.ts';
import type { AgainstVerdict } from '../decide/against-verdict.ts';

/** Reads organizers' reasons for deciding against a verdict from the history. */

const COLUMNS = ['changed_at', 'status', 'reason', 'against_verdict', 'against_policy'] as const;

/** Lists an application's whole history, with reasons and the names of the people who acted. */
export async function listOrganizerHistory(
  ledgerDb: LedgerDb,
  id: string,
  readerId: string,
): Promise<OrganizerHistoryEntry[]> {
  const rows = await ledgerDb
    .selectFrom('application_history')
    .leftJoin('accounts', 'accounts.id', 'application_history.actor_id')
    .select([...COLUMNS, 'changed_by', 'kind', 'message', 'actor_id', 'accounts.name as actor_name'])
    .where('application_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ reason, against_verdict, against_policy, actor_id, ...entry }) => ({
    ...asEntry(entry),
    by_reader: actor_id === readerId,
    note: entry.kind === 'note' ? reason : '',
    against: toAgainst({ reason, against_verdict, against_policy }),
  }));
}

/** Returns the most recent reason for each of these applications, by application id. */
export async function listReasons(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FiledReason>> {
  if (ids.length === 0) return new Map();
  const rows = await ledgerDb
    .selectFrom('application_history')
    .select(['application_id', ...COLUMNS])
    .where(engine.isOneOf('application_id', ids))
    .where('against_verdict', 'is not', null)
    .where('kind', '=', 'status')
    .orderBy('application_id')
    .orderBy('position')
    .execute();
  return new Map(
    rows.flatMap(({ application_id, changed_at, status, ...noted }) => {
      const against = toAgainst(noted);
      return against ? [[application_id, { ...asEntry({ changed_at, status }), ...against }] as const] : [];
    }),
  );
}

/** Lists the recent messages that an account's team sent to applicants, newest first, without duplicates. */
export async function listRecentMessages(ledgerDb: LedgerDb, ownerId: string): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('application_history')
    .innerJoin('applications', 'applications.id', 'application_history.application_id')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select('application_history.message')
    .where('events.account_id', '=', ownerId)
    .where('application_history.changed_by', '=', 'organizer')
    .where('application_history.message', '<>', '')
    .orderBy('application_history.changed_at', 'desc')
    .limit(MESSAGES_READ)
    .execute();
  return [...new Set(rows.map(({ message }) => message))].slice(0, MESSAGES_OFFERED);
}

const MESSAGES_READ = 200;
const MESSAGES_OFFERED = 8;

function toAgainst(noted: {
  readonly reason: string;
  readonly against_verdict: string | null;
  readonly against_policy: string | null;
}): AgainstVerdict | null {
  const { reason, against_verdict, against_policy } = noted;
  if (against_verdict === null) return null;
  return { verdict: asVerdict(against_verdict), policy_version: against_policy ?? '', reason };
}

/** Narrows the types, because the database types codes as text. The code only ever writes listed codes. */
function asEntry<Row extends object>(row: Row) {
  return row as Row & Pick<HistoryEntry, 'status' | 'changed_by' | 'kind'>;
}

function asVerdict(text: string): AgainstVerdict['verdict'] {
  return text as AgainstVerdict['verdict'];
}
