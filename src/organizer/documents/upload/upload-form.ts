import type { Checked } from '../../../lib/field-errors.ts';
import { withoutMetadata } from '../../../lib/files/photo-metadata.ts';
import {
  DOCUMENT_BYTES_MAX,
  isAppleFormat,
  recognizeFile,
  type UploadedFile,
} from '../../../lib/files/uploaded-file.ts';
import { FILES } from '../../../lib/files/uploaded-file-messages.ts';
import type { Language } from '../../../lib/language/language.ts';
import { describeDay, type IsoDate, parseIsoDate } from '../../../lib/time/dates.ts';
import { readLine } from '../../applications/apply/typed-text.ts';
import { expiryOf, INSURANCE } from '../kinds.ts';
import { UPLOAD_ERRORS } from '../messages.ts';

/**
 * Parses an applicant's upload of one document. Field names include the document's code, so that a page can
 * have a form for each document.
 */

type UploadField = 'file' | 'expires_on' | 'insurer';

export interface TypedUpload {
  /** `tooLarge` means that reading stopped because the file is too large. */
  readonly file: UploadedFile | 'tooLarge' | undefined;
  readonly expires_on: string;
  readonly insurer: string;
}

export interface Upload {
  readonly media_type: string;
  readonly content: Uint8Array;
  readonly expires_on: IsoDate | null;
  readonly insurer: string;
}

export const INSURER_LENGTH_MAX = 100;
/** The maximum number of years until the last day. None of these documents is valid for longer. */
const YEARS_MAX = 30;

/** Returns the name of a form field for a document. */
export function uploadField(code: string, field: UploadField): string {
  return `${code}_${field}`;
}

/** Parses the upload. Returns errors by field name. `today` is the current date in the event's time zone. */
export function readUpload(
  code: string,
  typed: TypedUpload,
  today: IsoDate,
  language: Language = 'en',
): Checked<Upload> {
  const t = UPLOAD_ERRORS[language];
  const errors: Record<string, string> = {};
  const refuse = (field: UploadField, text: string) => {
    errors[uploadField(code, field)] = text;
  };
  const { file } = typed;
  const content = file === 'tooLarge' || file === undefined ? new Uint8Array() : file.content;
  const type = recognizeFile(content);
  const stored = type && withoutMetadata(content, type.media_type);
  if (file === 'tooLarge' || content.length > DOCUMENT_BYTES_MAX)
    refuse('file', FILES[language].tooLarge({ max: DOCUMENT_BYTES_MAX / 1024 ** 2 }));
  else if (content.length === 0) refuse('file', t.choose);
  else if (!type) refuse('file', FILES[language][isAppleFormat(content) ? 'appleFormat' : 'otherType']);
  else if (!stored) refuse('file', FILES[language].otherType);
  const expires = readExpiry(code, typed.expires_on, today, language);
  if ('refusal' in expires) refuse('expires_on', expires.refusal);
  const insurer = code === INSURANCE ? readLine(typed.insurer) : '';
  if (insurer === undefined) refuse('insurer', t.insurerControl);
  else if (insurer.length > INSURER_LENGTH_MAX) refuse('insurer', t.insurerLong({ max: INSURER_LENGTH_MAX }));
  if (Object.keys(errors).length > 0 || !type || !stored || 'refusal' in expires || insurer === undefined)
    return { ok: false, errors };
  return {
    ok: true,
    value: { media_type: type.media_type, content: stored, expires_on: expires.day, insurer },
  };
}

/** Parses the last valid day that the applicant or organizer typed. */
export function readExpiry(
  code: string,
  text: string,
  today: IsoDate,
  language: Language = 'en',
): { readonly day: IsoDate | null } | { readonly refusal: string } {
  const t = UPLOAD_ERRORS[language];
  const kind = expiryOf(code);
  const typed = text.trim();
  if (kind === 'none') return { day: null };
  if (typed === '') return kind === 'optional' ? { day: null } : { refusal: t.noDay };
  const day = parseIsoDate(typed);
  if (day === undefined) return { refusal: t.notADay };
  if (day < today) return { refusal: t.past({ day: describeDay(day, language) }) };
  if (Number(day.slice(0, 4)) > Number(today.slice(0, 4)) + YEARS_MAX)
    return { refusal: t.farAhead({ max: YEARS_MAX }) };
  return { day };
}
