import type { Checked } from '../../lib/checked.ts';
import {
  FILE_BYTES_MAX,
  FILE_OF_OTHER_TYPE,
  FILE_TOO_LARGE,
  recognizeFile,
  type UploadedFile,
} from '../../lib/uploaded-file.ts';
import type { ClaimDocument } from './claim.ts';

/** What may be uploaded as proof: one PDF, JPEG or PNG. */
const NAME_LENGTH_MAX = 80;

/** The file with its real type and a harmless name, or what is wrong with it, as `document`. */
export function checkDocument(file: UploadedFile | undefined): Checked<ClaimDocument> {
  const { name, content } = file ?? { name: '', content: new Uint8Array() };
  if (content.length === 0) return refuse('Choose the file with your proof.');
  if (content.length > FILE_BYTES_MAX) return refuse(FILE_TOO_LARGE);
  const type = recognizeFile(content);
  if (!type) return refuse(FILE_OF_OTHER_TYPE);
  return {
    ok: true,
    value: { name: `${baseName(name)}.${type.ending}`, media_type: type.media_type, content },
  };
}

function refuse(text: string): Checked<ClaimDocument> {
  return { ok: false, errors: { document: text } };
}

/** Letters, digits and a few marks of the last path segment, without its extension. */
function baseName(name: string): string {
  const last = name.slice(-1_000).split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} _()-]+/gu, '-')
    .replace(/^[\s-]+/, '');
  return [...plain].slice(0, NAME_LENGTH_MAX).join('').trim() || 'document';
}
