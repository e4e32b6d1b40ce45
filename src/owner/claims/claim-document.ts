import type { Checked } from '../../lib/field-errors.ts';
import { withoutMetadata } from '../../lib/files/photo-metadata.ts';
import {
  FILE_BYTES_MAX,
  isAppleFormat,
  recognizeFile,
  type UploadedFile,
} from '../../lib/files/uploaded-file.ts';
import { FILES } from '../../lib/files/uploaded-file-messages.ts';
import type { Language } from '../../lib/language/language.ts';
import { normalizeText } from '../../lib/text/normalize-text.ts';
import type { ClaimDocument } from './claim.ts';
import { CLAIM_ERRORS } from './messages.ts';

/** Checks files uploaded as proof, each of which must be a single PDF, JPEG or PNG. */
const NAME_LENGTH_MAX = 80;

/** Returns the file with its detected type and a harmless name, or an error for the field `document`. */
export function checkDocument(
  file: UploadedFile | undefined,
  language: Language = 'en',
): Checked<ClaimDocument> {
  const t = CLAIM_ERRORS[language];
  const { name, content } = file ?? { name: '', content: new Uint8Array() };
  if (content.length === 0) return refuse(t.noFile);
  if (content.length > FILE_BYTES_MAX) return refuse(t.fileTooLarge);
  const type = recognizeFile(content);
  if (!type) return refuse(isAppleFormat(content) ? FILES[language].appleFormat : t.fileType);
  const stored = withoutMetadata(content, type.media_type);
  if (!stored) return refuse(t.fileType);
  return {
    ok: true,
    value: {
      name: `${baseName(name)}.${type.ending}`,
      media_type: type.media_type,
      content: stored,
    },
  };
}

function refuse(text: string): Checked<ClaimDocument> {
  return { ok: false, errors: { document: text } };
}

/** Returns the letters, digits and some punctuation of the last path segment, without its extension. */
function baseName(name: string): string {
  const last = name.slice(-1_000).split(/[/\\]/).at(-1) ?? '';
  const plain = normalizeText(last, 'NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} _()-]+/gu, '-')
    .replace(/^[\s-]+/, '');
  return [...plain].slice(0, NAME_LENGTH_MAX).join('').trim() || 'document';
}
