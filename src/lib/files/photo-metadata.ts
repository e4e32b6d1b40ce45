/**
 * Removes the metadata that a camera adds to a photo: location, device, owner, time, thumbnails, and files
 * appended to the picture. Pixel and color data stay the same, byte for byte. Follows ISO/IEC 10918-1 Annex B
 * for JPEG, the third edition of PNG, and Exif 2.32 for orientation.
 */

/**
 * The maximum number of JPEG segments or PNG chunks: 4 MB in chunks of 1 KB. Programs write chunks of 8 KB or
 * more.
 */
export const PARTS_MAX = 4_096;

/**
 * Returns the content without metadata. A PDF or unreadable picture is returned unchanged. Returns undefined
 * for a picture with more parts than any program writes.
 */
export function withoutMetadata(content: Uint8Array, mediaType: string): Uint8Array | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (mediaType === 'image/jpeg') return strippedJpeg(bytes);
  if (mediaType === 'image/png') return strippedPng(bytes);
  return content;
}

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;
const COMMENT = 0xfe;
/** Application data that affects how pixels are shown: JFIF, color profile, Adobe's color transform. */
const SHOWN_WITH = new Set([0xe0, 0xe2, 0xee]);

function strippedJpeg(bytes: Buffer): Buffer | undefined {
  const parts = [bytes.subarray(0, 2)];
  let hasScan = false;
  let segments = 0;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === START) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) break;
    segments += 1;
    if (segments > PARTS_MAX) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, end);
    at = end;
    if (marker === EXIF) parts.push(...orientationOnly(segment));
    else if (isShown(marker, segment)) parts.push(segment);
    if (marker !== SCAN) continue;
    hasScan = true;
    const scanEnd = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, scanEnd));
    at = scanEnd;
  }
  if (!hasScan) return bytes;
  // Phones append a video or a second picture, each with its own metadata, so drop everything after the first
  // picture.
  return Buffer.concat([...parts, Buffer.from([0xff, END])]);
}

function isShown(marker: number, segment: Buffer): boolean {
  const isApplicationData = marker >= 0xe0 && marker <= 0xef;
  if (!isApplicationData) return marker !== COMMENT;
  // The index of additional pictures has the same marker as color profiles.
  return SHOWN_WITH.has(marker) && !segment.subarray(4, 8).equals(Buffer.from('MPF\0'));
}

/**
 * Returns the end of the entropy-coded data: the next marker other than a stuffed zero, a fill byte or a
 * restart.
 */
function endOfScan(bytes: Buffer, from: number): number {
  // Loop over the bytes, because `indexOf` would stop at every 0xff, which can be every second byte.
  for (let at = from; at < bytes.length; at++) {
    const next = bytes[at] === 0xff ? bytes[at + 1] : undefined;
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

const EXIF_START = Buffer.from('Exif\0\0');
const ORIENTATION = 0x0112;

/**
 * Returns Exif data with only the orientation, or nothing if the picture is upright or its Exif data is
 * unreadable.
 */
function orientationOnly(segment: Buffer): Buffer[] {
  if (!segment.subarray(4, 10).equals(EXIF_START) || segment.length < 20) return [];
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) =>
    at + 2 <= tiff.length ? (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)) : 0;
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(short(first), 200);
  for (let index = 0; index < entries; index++) {
    const at = first + 2 + 12 * index;
    const turn = short(at) === ORIENTATION ? short(at + 8) : 0;
    if (turn > 1 && turn <= 8) return [exifOf(turn)];
  }
  return [];
}

/** Returns a segment with a big-endian TIFF header and a one-entry directory. */
function exifOf(turn: number): Buffer {
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0];
  const tiff = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, ...directory]);
  const head = Buffer.from([0xff, EXIF, 0, 2 + EXIF_START.length + tiff.length]);
  return Buffer.concat([head, EXIF_START, tiff]);
}

const PNG_HEAD = 8;
/**
 * Chunks that affect how pixels are shown, in addition to the critical chunks, whose names begin with a
 * capital letter.
 */
const PNG_SHOWN = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'bKGD', 'pHYs', 'hIST']);

function strippedPng(bytes: Buffer): Buffer | undefined {
  const parts = [bytes.subarray(0, PNG_HEAD)];
  let at = PNG_HEAD;
  for (let chunks = 1; at + 12 <= bytes.length; chunks++) {
    if (chunks > PARTS_MAX) return undefined;
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (/^[A-Z]/.test(name) || PNG_SHOWN.has(name)) parts.push(bytes.subarray(at, end));
    at = end;
    if (name === 'IEND') return Buffer.concat(parts);
  }
  return bytes;
}
