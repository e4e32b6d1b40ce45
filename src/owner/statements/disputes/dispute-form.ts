import type { Checked } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { someLines } from '../../../lib/text/clean-typed-text.ts';
import { citedCategories, type DisputedRow } from './disputed-row.ts';
import { DISPUTE_ERRORS } from './messages.ts';

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

/** Parses the form about one row; a category must be cited on it. */
export function readDisputeForm(
  form: DisputeForm,
  row: DisputedRow,
  language: Language = 'en',
): Checked<DisputeDetails> {
  const t = DISPUTE_ERRORS[language];
  const errors: Record<string, string> = {};
  const cited = citedCategories(row).find(({ category }) => String(category) === form.category);
  if (form.category !== '' && !cited) errors.category = t.category;
  const text = someLines(form.text);
  if (text.length < TEXT_LENGTH.min) errors.text = t.shortText({ min: TEXT_LENGTH.min });
  if (text.length > TEXT_LENGTH.max) errors.text = t.long({ max: TEXT_LENGTH.max });
  const told = someLines(form.told_regulator);
  if (told === '') errors.told_regulator = t.told;
  if (told.length > TOLD_LENGTH_MAX) errors.told_regulator = t.long({ max: TOLD_LENGTH_MAX });
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { category: cited?.category ?? null, text, told_regulator: told } };
}
