import type { SourceProblemCode } from '../../src/intake/coverage/source-problems.ts';
import { addDays, type IsoDate } from '../../src/lib/time/dates.ts';
import { toWorkbook } from '../feed-faults/table.ts';
import { cellsOf, textOf, withCell, withoutCell } from './cells.ts';
import type { Answer, RedirectTarget } from './site.ts';
import { FILES, type GoodFile, madeOn, makeFile } from './world.ts';

/**
 * The ways in which the regulator's site has failed or could plausibly fail, and how the service is
 * documented to react (docs/importing.md). The oracle knows only a fault's `becomes`.
 */
interface Fault {
  /** A description of the site's behavior. */
  readonly says: string;
  /** Returns true if a file can have this fault. By default, every file can. */
  readonly fits?: (file: Pick<GoodFile, 'kind' | 'district'>) => boolean;
  readonly answer: (moment: Moment) => Answer | Promise<Answer>;
  readonly becomes: Becomes;
}

/** The state of a file on the day of a fault. */
interface Moment {
  readonly today: GoodFile;
  readonly day: IsoDate;
  readonly from: IsoDate;
}

export type Becomes =
  /**
   * The file does not arrive. The service reports the code of the problem, and `reason` is the first word of
   * the reported reason.
   */
  | {
      readonly is: 'failed';
      readonly code: SourceProblemCode;
      readonly reason: string;
      /**
       * The key of the line that reports the failure. Files that failed for the same reason, in the same
       * words, share a line.
       */
      readonly line: string;
    }
  /** The file arrives but is rejected because of this limit. */
  | { readonly is: 'held_back'; readonly reason: string }
  /**
   * The file arrives, but it is the copy made this many days before the fault's first day. If `daysBefore` is
   * missing, it is today's copy.
   */
  | { readonly is: 'copy'; readonly daysBefore?: number; readonly refused?: number }
  | { readonly is: 'other_file' };

const failed = (code: SourceProblemCode, reason: string, line = reason): Becomes => ({
  is: 'failed',
  code,
  reason,
  line,
});
const held = (reason: string): Becomes => ({ is: 'held_back', reason });
const TAKEN: Becomes = { is: 'copy' };

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PAGE = '<!DOCTYPE html>\n<html><head><title>Florida DBPR</title></head><body>Welcome</body></html>\n';
const FIREWALL =
  '<html><head><title>Request Rejected</title></head><body>Your support ID is: 1</body></html>';
/** This is longer than the service ever waits between two attempts. */
export const RETRY_AFTER_SECONDS = 3_600;

/** Returns the time at which the regulator creates its files. */
function madeAt(day: IsoDate): string {
  return `${day}T10:48:00.000Z`;
}

/** Returns a response with the day's good file. */
export function goodAnswer(file: GoodFile): Answer {
  return { kind: 'file', bytes: Buffer.from(file.text), lastModified: madeAt(file.madeOn) };
}

/** Returns a response with the day's file in different bytes. */
function dressed(
  change: (file: GoodFile) => Uint8Array | string,
  more: { readonly type?: string; readonly isPacked?: true; readonly hasNoLength?: true } = {},
) {
  return ({ today }: Moment): Answer => {
    const bytes = change(today);
    return { kind: 'file', bytes: Buffer.from(bytes), lastModified: madeAt(today.madeOn), ...more };
  };
}

const redirected =
  (status: number, to: RedirectTarget) =>
  ({ today }: Moment): Answer => ({
    kind: 'redirect',
    status,
    to,
    bytes: Buffer.from(today.text),
  });
const answered =
  (status: number, body?: string, headers?: Readonly<Record<string, string>>) => (): Answer => ({
    kind: 'status',
    status,
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  });
const cellsChanged = (change: (cells: readonly (readonly string[])[]) => readonly (readonly string[])[]) =>
  dressed(({ text }) => textOf(change(cellsOf(text))));

const isLicenses = ({ kind }: Pick<GoodFile, 'kind'>) => kind === 'licenses';
const isInspections = ({ kind }: Pick<GoodFile, 'kind'>) => kind === 'inspections';
const isDaily = ({ district }: Pick<GoodFile, 'district'>) => district !== null;

const STALE_DAYS = 6;
const DAMAGED_ROWS = 4;
const TYPE_COLUMN = 'License Type Code';

/** Returns the file's rows as a workbook, with the same bytes each time. */
function asWorkbook({ kind, text }: GoodFile): Promise<Uint8Array> {
  const [titles, ...rows] = cellsOf(text);
  return toWorkbook({ kind, titles, columns: new Map(), rows: rows.map((cells) => ({ cells })) });
}

/** Returns a response with a copy that was made some days before the fault began but has today's date. */
function oldCopy(daysBefore: number) {
  return ({ today, day, from }: Moment): Answer => {
    const { text } = makeFile(today.name, madeOn(addDays(from, -daysBefore)));
    return { kind: 'file', bytes: Buffer.from(text), lastModified: madeAt(day) };
  };
}

/** Returns the license or inspection file of the next district. */
export function donorOf({ kind, district }: Pick<GoodFile, 'kind' | 'district'>): string {
  const other = ((district ?? 0) % 7) + 1;
  return FILES.find((file) => file.kind === kind && file.district === other)?.name ?? '';
}

export const FILE_FAULTS: Readonly<Record<string, Fault>> = {
  soft_404: {
    says: 'a web page with status 200 in place of the file',
    answer: answered(200, PAGE),
    becomes: failed('web_page', 'html_instead_of_data'),
  },
  soft_404_as_csv: {
    says: 'a web page that calls itself text/csv',
    answer: dressed(() => PAGE),
    becomes: failed('web_page', 'html_instead_of_data'),
  },
  not_found: { says: '404', answer: answered(404), becomes: failed('not_found', 'http_404') },
  gone: { says: '410', answer: answered(410), becomes: failed('not_found', 'http_410') },
  firewall: {
    says: '403 with the page of a firewall',
    answer: answered(403, FIREWALL),
    becomes: failed('not_allowed', 'http_403', 'turned away'),
  },
  too_many: {
    says: '429 with Retry-After',
    answer: answered(429, 'later', { 'retry-after': String(RETRY_AFTER_SECONDS) }),
    becomes: failed('not_allowed', 'http_429', 'asked to wait'),
  },
  server_error: { says: '500', answer: answered(500), becomes: failed('unreachable', 'http_500') },
  maintenance: { says: '503', answer: answered(503), becomes: failed('unreachable', 'http_503') },
  cut: {
    says: 'half of the file, whose length was announced',
    answer: ({ today }) => ({ kind: 'cut', bytes: Buffer.from(today.text) }),
    becomes: failed('incomplete', 'truncated'),
  },
  cut_without_length: {
    says: 'half of the file without a length, then the connection breaks',
    answer: ({ today }) => ({ kind: 'cut', bytes: Buffer.from(today.text), hasNoLength: true }),
    becomes: failed('incomplete', 'truncated'),
  },
  ended_in_row: {
    says: 'half of the file without a length, ended in a row as if all were well',
    answer: dressed(({ text }) => text.slice(0, Math.floor(text.length / 2) - 7), { hasNoLength: true }),
    becomes: held('truncated'),
  },
  ended_between_rows: {
    says: 'half of the rows without a length, ended as if all were well',
    fits: isDaily,
    answer: dressed(({ text }) => textOf(cellsOf(text).slice(0, cellsOf(text).length / 2)), {
      hasNoLength: true,
    }),
    becomes: held('far_fewer_rows'),
  },
  slow_drip: {
    says: 'a byte now and then',
    answer: ({ today }) => ({ kind: 'drip', bytes: Buffer.from(today.text) }),
    becomes: failed('unreachable', 'timeout', 'not complete in time'),
  },
  silence: {
    says: 'no answer',
    answer: () => ({ kind: 'silence' }),
    becomes: failed('unreachable', 'timeout'),
  },
  empty: { says: 'an empty file', answer: dressed(() => ''), becomes: failed('incomplete', 'empty') },
  titles_alone: {
    says: 'the titles without a row',
    answer: cellsChanged((cells) => cells.slice(0, 1)),
    becomes: held('no_rows'),
  },
  moved_here: {
    says: '301 to another path of the site',
    answer: redirected(301, 'other_path'),
    becomes: TAKEN,
  },
  moved_away: {
    says: '302 to another host',
    answer: redirected(302, 'other_host'),
    becomes: failed('not_allowed', 'moved', 'moved to another host'),
  },
  moved_to_http: {
    says: '301 to an address without TLS',
    answer: redirected(301, 'plain_http'),
    becomes: failed('not_allowed', 'moved', 'moved to http'),
  },
  redirect_loop: {
    says: '302 to itself',
    answer: redirected(302, 'itself'),
    becomes: failed('not_allowed', 'redirect_refused'),
  },
  stale: {
    says: `the copy made ${STALE_DAYS} days before, under the date of today`,
    answer: oldCopy(STALE_DAYS),
    becomes: { is: 'copy', daysBefore: STALE_DAYS },
  },
  stale_by_two: {
    says: 'the copy made two days before, under the date of today',
    answer: oldCopy(2),
    becomes: { is: 'copy', daysBefore: 2 },
  },
  frozen: {
    says: 'the same copy again each day, under the date of today',
    answer: oldCopy(1),
    becomes: { is: 'copy', daysBefore: 1 },
  },
  future_date: {
    says: 'a Last-Modified forty days ahead',
    answer: ({ today, day }) => ({
      kind: 'file',
      bytes: Buffer.from(today.text),
      lastModified: madeAt(addDays(day, 40)),
    }),
    becomes: TAKEN,
  },
  workbook: {
    says: 'a workbook under the name of the CSV, called a workbook',
    answer: async ({ today }) => {
      const bytes = await asWorkbook(today);
      return { kind: 'file', bytes, type: XLSX, lastModified: madeAt(today.madeOn) };
    },
    becomes: TAKEN,
  },
  workbook_as_csv: {
    says: 'a workbook that calls itself text/csv',
    answer: async ({ today }) => {
      const bytes = await asWorkbook(today);
      return { kind: 'file', bytes, lastModified: madeAt(today.madeOn) };
    },
    becomes: TAKEN,
  },
  legacy_workbook: {
    says: 'an .xls of the old kind that is damaged',
    answer: dressed(() => Buffer.from('d0cf11e0a1b11ae1'.padEnd(2_048, '0'), 'hex'), {
      type: 'application/vnd.ms-excel',
    }),
    becomes: held('damaged_workbook'),
  },
  csv_as_workbook: {
    says: 'the CSV, called a workbook',
    answer: dressed(({ text }) => text, { type: XLSX }),
    becomes: TAKEN,
  },
  wrong_type: {
    says: 'the CSV, called a PDF',
    answer: dressed(({ text }) => text, { type: 'application/pdf' }),
    becomes: failed('wrong_kind', 'bad_content_type'),
  },
  packed_on_the_way: {
    says: 'Content-Encoding: gzip, which was not asked for',
    answer: dressed(({ text }) => text, { isPacked: true }),
    becomes: TAKEN,
  },
  utf16: {
    says: 'the CSV in UTF-16',
    answer: dressed(({ text }) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    becomes: TAKEN,
  },
  windows_1252: {
    says: 'the CSV in Windows-1252',
    answer: dressed(({ text }) => Buffer.from(text, 'latin1')),
    becomes: TAKEN,
  },
  byte_order_mark: {
    says: 'a byte-order mark before the CSV',
    answer: dressed(({ text }) => `\ufeff${text}`),
    becomes: TAKEN,
  },
  line_feeds: {
    says: 'LF for CRLF',
    answer: dressed(({ text }) => text.replaceAll('\r\n', '\n')),
    becomes: TAKEN,
  },
  columns_moved: {
    says: 'licenses: the columns in another order',
    fits: isLicenses,
    answer: cellsChanged((cells) => cells.map((row) => [...row.slice(20), ...row.slice(0, 20)])),
    becomes: TAKEN,
  },
  columns_moved_inspections: {
    says: 'inspections: the columns in another order',
    fits: isInspections,
    answer: cellsChanged((cells) => cells.map((row) => [...row.slice(20), ...row.slice(0, 20)])),
    becomes: TAKEN,
  },
  column_added: {
    says: 'licenses: one more column',
    fits: isLicenses,
    answer: cellsChanged((cells) => cells.map((row, index) => [...row, index === 0 ? 'Website' : ''])),
    becomes: TAKEN,
  },
  column_added_inspections: {
    says: 'inspections: one more column before the counts',
    fits: isInspections,
    answer: cellsChanged((cells) =>
      cells.map((row, index) => [...row.slice(0, 10), index === 0 ? 'Inspector' : '', ...row.slice(10)]),
    ),
    becomes: TAKEN,
  },
  column_missing: {
    says: 'a column that is read is gone',
    answer: cellsChanged((cells) => withoutCell(cells, TYPE_COLUMN)),
    becomes: held('unrecognised'),
  },
  column_renamed: {
    says: 'a column that is read has another title',
    answer: cellsChanged((cells) =>
      withCell(cells, TYPE_COLUMN, (cell, line) => (line === 0 ? 'Kind' : cell)),
    ),
    becomes: held('unrecognised'),
  },
  titles_gone: {
    says: 'inspections: no titles',
    fits: isInspections,
    answer: cellsChanged((cells) => cells.slice(1)),
    becomes: TAKEN,
  },
  titles_gone_licenses: {
    says: 'licenses: no titles',
    fits: isLicenses,
    answer: cellsChanged((cells) => cells.slice(1)),
    becomes: held('unrecognised'),
  },
  written_twice: {
    says: 'licenses: every row twice',
    fits: isLicenses,
    answer: cellsChanged((cells) => [...cells, ...cells.slice(1)]),
    becomes: held('licenses_repeated'),
  },
  written_twice_inspections: {
    says: 'inspections: every row twice',
    fits: isInspections,
    answer: cellsChanged((cells) => [...cells, ...cells.slice(1)]),
    becomes: held('too_many_refused'),
  },
  rows_damaged: {
    says: `licenses: ${DAMAGED_ROWS} rows of restaurants without a license type`,
    fits: isLicenses,
    answer: cellsChanged((cells) =>
      withCell(cells, TYPE_COLUMN, (cell, line) => (line > cells.length - 1 - DAMAGED_ROWS ? '' : cell)),
    ),
    becomes: { is: 'copy', refused: DAMAGED_ROWS },
  },
  other_district: {
    says: 'the file of another district under this name',
    fits: isDaily,
    answer: ({ today }) => goodAnswer(makeFile(donorOf(today), today.madeOn)),
    becomes: { is: 'other_file' },
  },
};
