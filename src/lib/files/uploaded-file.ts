/**
 * Uploads are one PDF, JPEG or PNG. The type is determined only from the first bytes; the browser's type and
 * the file extension are ignored. A file may also be valid as another type (a PDF that is also an HTML page),
 * so it is served as a download, never displayed.
 */
export const FILE_BYTES_MAX = 4 * 1024 * 1024;
/** The maximum size of an application document, large enough for a phone photo. */
export const DOCUMENT_BYTES_MAX = 15 * 1024 * 1024;

/** An uploaded file. Its content is not trusted. */
export interface UploadedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

const TYPES = [
  { media_type: 'application/pdf', ending: 'pdf', start: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { media_type: 'image/jpeg', ending: 'jpg', start: [0xff, 0xd8, 0xff] },
  { media_type: 'image/png', ending: 'png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

/** Returns the type and its file extension, or undefined for a type that is not accepted. */
export function recognizeFile(
  content: Uint8Array,
): { readonly media_type: string; readonly ending: string } | undefined {
  return TYPES.find(({ start }) => start.every((byte, index) => content[index] === byte));
}

/** Recognizes a photo in HEIC or HEIF (ISO/IEC 23008-12) by its file type box. */
export function isAppleFormat(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(4, 12)).toString('latin1');
  return /^ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)$/.test(head);
}

/** Returns the file extension for this type. */
export function endingOf(mediaType: string): string {
  return TYPES.find(({ media_type }) => media_type === mediaType)?.ending ?? 'bin';
}
