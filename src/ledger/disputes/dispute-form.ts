import type { Checked } from '../../lib/checked.ts';
import { someLines } from '../events/typed-text.ts';
import { citedCategories, type DisputedRow } from './disputed-row.ts';

/** What a vendor sends to dispute a row, as typed. */
export interface DisputeForm {
  readonly category: string;
  readonly text: string;
  readonly told_regulator: string;
}

interface DisputeDetails {
  /** Null: the visit as a whole. */
  readonly category: number | null;
  readonly text: string;
  readonly told_regulator: string;
}

export const TEXT_LENGTH = { min: 10, max: 2_000 };
export const TOLD_LENGTH_MAX = 2_000;
const MAX_TEXT = TEXT_LENGTH.max.toLocaleString('en-US');

/** Parses the form about one row; a category must be cited on it. */
export function readDisputeForm(form: DisputeForm, row: DisputedRow): Checked<DisputeDetails> {
  const errors: Record<string, string> = {};
  const cited = citedCategories(row).find(({ category }) => String(category) === form.category);
  if (form.category !== '' && !cited) errors.category = 'Please choose a category cited on this visit.';
  const text = someLines(form.text);
  if (text.length < TEXT_LENGTH.min)
    errors.text = `Please say what is wrong, in at least ${TEXT_LENGTH.min} characters.`;
  if (text.length > TEXT_LENGTH.max) errors.text = `Please use at most ${MAX_TEXT} characters.`;
  const told = someLines(form.told_regulator);
  if (told === '') errors.told_regulator = 'Please say what you told the regulator, and when.';
  if (told.length > TOLD_LENGTH_MAX) errors.told_regulator = `Please use at most ${MAX_TEXT} characters.`;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { category: cited?.category ?? null, text, told_regulator: told } };
}
