import type { IntakeMeasures } from '../../intake/coverage/intake-measures-service.ts';
import type { NotedFact } from '../../platform/job-findings.ts';
import type { OutboxMeasures } from '../../platform/mail/outbox-measures.ts';
import type { PublishedSummary } from '../../published-state/service.ts';
import type { WebhookMeasures } from '../../webhooks/delivery/webhook-measures-service.ts';
import { type Family, gauge, toSeconds } from './families.ts';

/**
 * Metrics read from the databases. Times are in seconds since 1970, so an age is `time()` minus the value.
 */

export interface Disk {
  readonly freeBytes: number;
  readonly bytes: number;
}

/**
 * Returns metrics about the published records. `watch` is this process's state for watched licenses, if it
 * runs the jobs.
 */
export function publishedFamilies(
  state: PublishedSummary | undefined,
  watch: { readonly version: number | undefined } | undefined,
  now: Date,
): Family[] {
  if (!state) return [];
  const publishedAt = toSeconds(state.published_at);
  const behind = publishedAt === undefined ? undefined : Math.max(0, now.getTime() / 1000 - publishedAt);
  const lag = watch?.version === state.version ? 0 : behind;
  return [
    ...gauge('published_version', 'Version of the records that are served.', state.version),
    ...gauge('published_timestamp_seconds', 'When these records were published.', publishedAt),
    ...gauge(
      'as_of_timestamp_seconds',
      'The as-of day of these records, at 0:00 UTC.',
      toSeconds(state.as_of),
    ),
    ...gauge('fictional', '1 while the records are the fictional ones of the demo.', state.fictional),
    ...gauge(
      'watch_lag_seconds',
      'Age of records that watched licenses were not compared with yet; 0 if there are none. Reported by the process that does the jobs.',
      watch ? lag : undefined,
    ),
  ];
}

export function intakeFamilies({ files, source, run }: IntakeMeasures): Family[] {
  const dated = files.flatMap(({ slot, kind, file_date, isRenewed }) => {
    const at = toSeconds(file_date);
    const labels = { slot, kind, renewed: isRenewed ? 'weekly' : 'no' };
    return at === undefined ? [] : [[labels, at] as const];
  });
  const rows = files.flatMap(({ slot, rows_kept, rows_other, rows_refused }) => [
    [{ slot, outcome: 'kept' }, rows_kept] as const,
    [{ slot, outcome: 'other' }, rows_other] as const,
    [{ slot, outcome: 'refused' }, rows_refused] as const,
  ]);
  const doubts = files.map(({ slot, doubts: count }) => [{ slot }, count] as const);
  const checked = source.flatMap(({ name, checked_at, outcome }) => {
    const at = toSeconds(checked_at);
    return at === undefined ? [] : [[{ file: name, outcome }, at] as const];
  });
  const started = toSeconds(run?.started_at);
  const finished = toSeconds(run?.finished_at);
  const outcome = run?.outcome ?? '';
  return [
    ...gauge('file_date_timestamp_seconds', 'The newest day that the file in use of a slot reaches.', dated),
    ...gauge('file_rows', 'Rows of the file in use of a slot, by outcome.', rows),
    ...gauge('file_doubts', 'Doubts that the file in use of a slot was published with.', doubts),
    ...gauge(
      'source_file_checked_timestamp_seconds',
      'When a file of the source was last asked for.',
      checked,
    ),
    ...gauge(
      'import_duration_seconds',
      'How long the last run took from the first file to the publication.',
      started !== undefined && finished !== undefined ? [[{ outcome }, finished - started]] : undefined,
    ),
    ...gauge('import_finished_timestamp_seconds', 'When the last run ended.', finished),
  ];
}

export function outboxFamilies({ waiting, failing, givenUp, oldestAt }: OutboxMeasures): Family[] {
  return [
    ...gauge('mail_unsent', 'Unsent email in the outbox.', [
      [{ state: 'waiting' }, waiting],
      [{ state: 'failing' }, failing],
      [{ state: 'given_up' }, givenUp],
    ]),
    ...gauge(
      'mail_oldest_timestamp_seconds',
      'When the oldest email that is still to be sent was written.',
      toSeconds(oldestAt),
    ),
  ];
}

export function webhookFamilies({ due, later, oldestDueAt, endpoints }: WebhookMeasures): Family[] {
  return [
    ...gauge('webhook_deliveries', 'Messages to webhooks that are on and not delivered.', [
      [{ state: 'due' }, due],
      [{ state: 'later' }, later],
    ]),
    ...gauge(
      'webhook_oldest_due_timestamp_seconds',
      'When the oldest due message became due.',
      toSeconds(oldestDueAt),
    ),
    ...gauge(
      'webhook_endpoints',
      'Webhook endpoints of accounts, by their state.',
      endpoints.map(({ state, count }) => [{ state }, count] as const),
    ),
  ];
}

export function databaseFamilies(
  what: 'up' | 'bytes',
  values: readonly (readonly [database: string, value: number])[],
): Family[] {
  const labeled = values.map(([database, value]) => [{ database }, value] as const);
  return what === 'up'
    ? gauge('database_up', '1 while a database can be read and written, as /readyz sees it.', labeled)
    : gauge('database_size_bytes', 'What a database takes on its disk.', labeled);
}

export function diskFamilies({ freeBytes, bytes }: Disk): Family[] {
  return [
    ...gauge(
      'data_dir_free_bytes',
      'Room on the disk of DATA_DIR for an account other than root.',
      freeBytes,
    ),
    ...gauge('data_dir_disk_bytes', 'The whole of that disk.', bytes),
  ];
}

/** Returns values by place. A place without a backup has 0, which is older than any limit. */
export function backupFamilies(seen: NotedFact | undefined): Family[] {
  const places = Object.entries(seen ?? {});
  return [
    ...gauge(
      'backup_newest_timestamp_seconds',
      'When the newest backup of a place was begun, as the job saw it within the last hour; 0 when there is none.',
      places.map(([place, { newest }]) => [{ place }, toSeconds(textOf(newest)) ?? 0] as const),
    ),
    ...gauge(
      'backup_interval_seconds',
      'How often one is to be made.',
      places.map(([place, { everyHours }]) => [{ place }, Number(everyHours) * 3_600] as const),
    ),
  ];
}

/** Returns the results of the last check of embedded databases. */
export function pagesFamilies(checked: NotedFact | undefined): Family[] {
  const databases = Object.entries(checked ?? {});
  return [
    ...gauge(
      'database_pages_sound',
      '1 when the last look at all pages of an embedded database found none damaged, 0 when it did.',
      databases.map(([database, { sound }]) => [{ database }, sound === true ? 1 : 0] as const),
    ),
    ...gauge(
      'database_pages_checked_timestamp_seconds',
      'When that look ended.',
      databases.flatMap(([database, { at }]) => {
        const seconds = toSeconds(textOf(at));
        return seconds === undefined ? [] : [[{ database }, seconds] as const];
      }),
    ),
  ];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
