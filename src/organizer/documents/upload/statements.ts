import type { PrintedTable } from '../../../decisions/evidence-pack/pack.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../../lib/time/dates.ts';
import { readLine } from '../../applications/apply/typed-text.ts';
import { STATEMENT_ERRORS, STATEMENT_SENTENCES, STATEMENT_SHEET } from '../messages.ts';

/**
 * Documents that a vendor can replace with a signed statement, because the document does not apply to them.
 */
const STATEMENT_CODES = ['propane_declaration', 'generator_details', 'hood_suppression_certificate'] as const;
export type StatementCode = (typeof STATEMENT_CODES)[number];

export function isStatementCode(code: string): code is StatementCode {
  return STATEMENT_CODES.some((each) => each === code);
}

export interface TypedStatement {
  /** The signer's name as typed. */
  readonly signed_by: string;
  /** The power that the vendor needs instead of using a generator. */
  readonly power: string;
}

export const SIGNER_LENGTH_MAX = 100;
export const POWER_LENGTH_MAX = 200;
/** One name signs all statements in the form. */
export const SIGNER_FIELD = 'signed_by';
export const POWER_FIELD = 'generator_details_power';

/** Returns the name of a statement's checkbox field. */
export function statementField(code: StatementCode): string {
  return `${code}_none`;
}

/** Parses the statement. Returns errors by field name. */
export function readStatement(
  code: StatementCode,
  typed: TypedStatement,
  language: Language = 'en',
): Checked<TypedStatement> {
  const t = STATEMENT_ERRORS[language];
  const errors: Record<string, string> = {};
  const signed_by = readLine(typed.signed_by);
  if (signed_by === undefined) errors[SIGNER_FIELD] = t.control;
  else if (signed_by === '') errors[SIGNER_FIELD] = t.sign;
  else if (signed_by.length > SIGNER_LENGTH_MAX) errors[SIGNER_FIELD] = t.long({ max: SIGNER_LENGTH_MAX });
  const power = code === 'generator_details' ? readLine(typed.power) : '';
  if (power === undefined) errors[POWER_FIELD] = t.control;
  else if (power === '' && code === 'generator_details') errors[POWER_FIELD] = t.power;
  else if (power.length > POWER_LENGTH_MAX) errors[POWER_FIELD] = t.long({ max: POWER_LENGTH_MAX });
  if (Object.keys(errors).length > 0 || signed_by === undefined || power === undefined)
    return { ok: false, errors };
  return { ok: true, value: { signed_by, power } };
}

interface AboutStatement {
  readonly business_name: string;
  readonly license_number: string;
  readonly event_name: string;
  readonly day: IsoDate;
  /** The language in which the vendor signed the statement. */
  readonly language: Language;
}

/**
 * Returns the statement as a page. It has the English text for the organizer, and the text in the language
 * that the vendor signed.
 */
export function statementSheet(
  code: StatementCode,
  { signed_by, power }: TypedStatement,
  { business_name, license_number, event_name, day, language }: AboutStatement,
  issuer: string,
): PrintedTable {
  const t = STATEMENT_SHEET.en;
  const read = language === 'en' ? [] : [t.asRead({ text: sentenceOf(code, power, language) })];
  return {
    kind: 'table',
    title: t.title,
    // Use the start of the day, so that the same statement on the same day produces the same file.
    madeAt: `${day}T00:00:00.000Z`,
    issuer,
    fictional: false,
    language: 'en',
    lines: [sentenceOf(code, power, 'en'), ...read, t.signed({ name: signed_by, day: describeDay(day) })],
    columns: [
      { title: t.license, share: 0.2 },
      { title: t.business, share: 0.4 },
      { title: t.event, share: 0.4 },
    ],
    entries: [[license_number, business_name, event_name]],
  };
}

function sentenceOf(code: StatementCode, power: string, language: Language): string {
  const t = STATEMENT_SENTENCES[language];
  return code === 'generator_details' ? t.generator_details({ power }) : t[code];
}
