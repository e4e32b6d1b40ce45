import { parse } from 'csv-parse/sync';
import { streamXlsxRows } from 'hucre/xlsx';
import { decodeText } from '../../../lib/text.ts';
import type { Container } from './container.ts';

/** The widest record allowed, in characters: the real ones stay under 1,000. */
const RECORD_LENGTH_MAX = 32_768;
const ROWS_MAX = 2_000_000;

export interface RowSink {
  row(cells: readonly string[], line: number): void;
  /** A record that could not be taken apart at all. */
  unreadable(line: number, reason: string, content: string): void;
}

/** Feeds every record of a CSV text or of a workbook's first sheet to the sink. Returns a problem of the file as a whole. */
export async function readRows(
  container: Container & { type: 'csv' | 'xlsx' },
  sink: RowSink,
): Promise<{ code: string; text: string } | undefined> {
  return container.type === 'csv' ? readCsv(container.bytes, sink) : readXlsx(container.bytes, sink);
}

function readCsv(bytes: Uint8Array, sink: RowSink): { code: string; text: string } | undefined {
  let record = 0;
  let unclosedQuote = false;
  parse(decodeText(bytes), {
    bom: true,
    relax_column_count: true,
    // The regulator does not double the quotes inside a name: "SMITH "BIG" BBQ".
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LENGTH_MAX,
    skip_records_with_error: true,
    on_record: (cells: string[]) => {
      record += 1;
      sink.row(cells, record);
      return null;
    },
    on_skip: (error) => {
      record += 1;
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') unclosedQuote = true;
      else sink.unreadable(record, reasonOf(error?.code), error?.message ?? '');
    },
  });
  return unclosedQuote ? { code: 'truncated', text: 'the file ends inside a quoted field' } : undefined;
}

function reasonOf(code: string | undefined): string {
  return code === 'CSV_MAX_RECORD_SIZE' ? 'row_too_long' : 'broken_quotes';
}

async function readXlsx(
  bytes: Uint8Array,
  sink: RowSink,
): Promise<{ code: string; text: string } | undefined> {
  try {
    for await (const row of streamXlsxRows(bytes, { maxRows: ROWS_MAX })) {
      const cells = row.values.map(cellText);
      const length = cells.reduce((sum, cell) => sum + cell.length, 0);
      if (length > RECORD_LENGTH_MAX) sink.unreadable(row.index + 1, 'row_too_long', '');
      else if (length > 0) sink.row(cells, row.index + 1);
    }
    return undefined;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { code: 'damaged_workbook', text: `the workbook cannot be read: ${detail.slice(0, 200)}` };
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  return typeof value === 'string' ? value : String(value);
}
