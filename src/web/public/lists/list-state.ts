import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { cleanText } from '../../../lib/text/text.ts';
import type { Choices } from '../../../organizer/lists/checked-list.ts';
import {
  CELL_LENGTH_MAX,
  COLUMN_ROLES,
  COLUMNS_MAX,
  ROWS_MAX,
  TABLE_CHARACTERS_MAX,
} from '../../../organizer/lists/list-bounds.ts';
import { type Columns, recognizeColumns } from '../../../organizer/lists/list-columns.ts';
import { type ListTable, toTable } from '../../../organizer/lists/list-table.ts';

export const SHEET_NAME_MAX = 40;

/** The state that the form carries from step to step. It is validated as strictly as any other input. */

const ROWS = Compile(
  Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1, maximum: 2_000_000 }),
      cells: Type.Array(Type.String({ maxLength: CELL_LENGTH_MAX }), { maxItems: COLUMNS_MAX }),
      isCut: Type.Optional(Type.Literal(true)),
    }),
    { minItems: 1, maxItems: ROWS_MAX + 1 },
  ),
);

/** Returns the table from an earlier step, or undefined if this service did not write it. */
export function readTable(form: URLSearchParams): ListTable | undefined {
  const rows = parseJson(form.get('table') ?? '');
  if (!ROWS.Check(rows)) return undefined;
  const inOrder = rows.every(({ line }, index) => line > (rows[index - 1]?.line ?? 0));
  const table = inOrder ? toTable(rows) : undefined;
  if (!table || 'problem' in table) return undefined;
  const cut = new Set(rows.flatMap(({ line, isCut }) => (isCut ? [line] : [])));
  const sheet = cleanText((form.get('sheet') ?? '').slice(0, SHEET_NAME_MAX)).text;
  return {
    rows: table.rows.map((row) => (cut.has(row.line) ? { ...row, isCut: true } : row)),
    ...(sheet === '' ? {} : { sheets: { read: sheet, others: [], unread: [] } }),
  };
}

/** Returns the columns chosen in the form, or else the columns that were recognized. */
export function readColumns(form: URLSearchParams, table: ListTable): Columns {
  const recognized = recognizeColumns(table);
  if (!form.has('column-0')) return recognized;
  const roles = recognized.roles.map((_, index) => {
    const given = form.get(`column-${index}`);
    return COLUMN_ROLES.find((each) => each === given) ?? 'ignored';
  });
  const hasTitles = recognized.titleLine !== undefined && form.get('titles') === String(recognized.titleLine);
  return {
    roles,
    titleLine: hasTitles ? recognized.titleLine : undefined,
    titles: recognized.titles,
  };
}

export function readChoices(form: URLSearchParams): Choices {
  const choices = new Map<number, string>();
  for (const [name, value] of form) {
    const line = /^choice-(\d{1,7})$/.exec(name)?.[1];
    if (line !== undefined) choices.set(Number(line), value);
  }
  return choices;
}

/** Leaves room for escaping characters in the table and for the JSON syntax around its cells. */
const JSON_LENGTH_MAX = 3 * TABLE_CHARACTERS_MAX;
/** A list of rows, each with a list of cells. Deeply nested input takes the longest to parse. */
const DEPTH_MAX = 3;

function parseJson(text: string): unknown {
  if (text.length > JSON_LENGTH_MAX || isDeeperThan(text, DEPTH_MAX)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeperThan(json: string, most: number): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isQuoted) {
      if (character === '\\') at++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '[' || character === '{') {
      depth++;
      if (depth > most) return true;
    } else if (character === ']' || character === '}') depth--;
  }
  return false;
}
