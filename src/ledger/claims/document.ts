import type { Checked } from '../../lib/checked.ts';
import type { ClaimDocument, UploadedFile } from './claim.ts';

/**
 * What may be uploaded as proof: one PDF, JPEG or PNG. Only the first bytes determine the type; the browser's type and the
 * name's extension are ignored.
 */
export const DOCUMENT_BYTES_MAX = 4 * 1024 * 1024;
const NAME_LENGTH_MAX = 80;
const TYPES = [
  { media_type: 'application/pdf', ending: 'pdf', start: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { media_type: 'image/jpeg', ending: 'jpg', start: [0xff, 0xd8, 0xff] },
  { media_type: 'image/png', ending: 'png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

/** The file with its real type and a harmless name, or what is wrong with it, as `document`. */
export function checkDocument(file: UploadedFile | undefined): Checked<ClaimDocument> {
  const { name, content } = file ?? { name: '', content: new Uint8Array() };
  if (content.length === 0) return refuse('Choose the file with your proof.');
  if (content.length > DOCUMENT_BYTES_MAX) return refuse(DOCUMENT_TOO_LARGE);
  const type = TYPES.find(({ start }) => start.every((byte, index) => content[index] === byte));
  if (!type) return refuse('This file is no PDF, JPEG or PNG. A photo or a scan of the paper will do.');
  return {
    ok: true,
    value: { name: `${baseName(name)}.${type.ending}`, media_type: type.media_type, content },
  };
}

export const DOCUMENT_TOO_LARGE = 'This file is larger than 4 MB. A photo of lower quality will do.';

/** The extension of files of this type. */
export function endingOf(mediaType: string): string {
  return TYPES.find(({ media_type }) => media_type === mediaType)?.ending ?? 'bin';
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
