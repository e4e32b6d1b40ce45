import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Demo records have numbers of series that the regulator never issued. */
export function isFictional({ records }: ParsedFile): boolean {
  if (!records || records.rows.length === 0) return false;
  if (records.kind === 'observations')
    return records.rows.every(({ visitId }) => REGULATOR.fictional.isVisit(visitId));
  return records.rows.every(({ digits }) => REGULATOR.fictional.isDigits(digits));
}

/** Observations make no vendor, so they neither remove fictional records nor count as real records. */
export function bringsRealRecords(file: ParsedFile): boolean {
  return bringsRecords(file) && !isFictional(file);
}

export function bringsFictionalRecords(file: ParsedFile): boolean {
  return bringsRecords(file) && isFictional(file);
}

function bringsRecords({ records }: ParsedFile): boolean {
  return records !== undefined && records.kind !== 'observations' && records.rows.length > 0;
}
