import { markUnseen } from '../../lib/text/text.ts';
import { openWorkbook } from './workbook.ts';

const NAMED_MAX = 3;
const NAME_LENGTH_MAX = 40;

/**
 * Returns a sentence that says which sheet was read and which others the workbook has. Returns an empty
 * string if there is only one sheet or the workbook cannot be read.
 */
export async function describeSheets(bytes: Uint8Array): Promise<string> {
  const [first, ...others] = await listSheetNames(bytes).catch(() => []);
  if (first === undefined || others.length === 0) return '';
  const named = others.slice(0, NAMED_MAX).map(quote).join(', ');
  const more = others.length > NAMED_MAX ? ` and ${others.length - NAMED_MAX} more` : '';
  const is = others.length === 1 ? 'is' : 'are';
  return `only the first sheet, ${quote(first)}, was read; ${named}${more} ${is} after it. If the records are there, put them on the first sheet`;
}

async function listSheetNames(bytes: Uint8Array): Promise<string[]> {
  const { sheets } = await openWorkbook(bytes);
  return sheets.map(({ name }) => name);
}

/** Quotes a sheet name safely, because the author of the workbook chose it. */
function quote(name: string): string {
  const text = markUnseen(name);
  return `“${text.length > NAME_LENGTH_MAX ? `${text.slice(0, NAME_LENGTH_MAX)}…` : text}”`;
}
