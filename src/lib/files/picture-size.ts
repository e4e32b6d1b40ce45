/** The size and orientation in the header of a JPEG or PNG, read before any pixels are decoded. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** The Exif orientation: 1 (upright) to 8. */
  readonly turn: number;
}

/**
 * Returns undefined if the content has no such header. Works only for files whose other metadata has been
 * removed (see `photo-metadata.ts`).
 */
export function pictureSize(content: Uint8Array, mediaType: string): PictureSize | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return mediaType === 'image/png' ? pngSize(bytes) : jpegSize(bytes);
}

function pngSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), turn: 1 };
}

const EXIF = 0xe1;
/**
 * The offset of the orientation in our own Exif segment: after the marker, length, name, TIFF header and
 * entry header.
 */
const TURN_AT = 29;
const SEGMENTS_MAX = 4_096;

function jpegSize(bytes: Buffer): PictureSize | undefined {
  let turn = 1;
  let at = 2;
  for (let segments = 0; segments < SEGMENTS_MAX && at + 9 <= bytes.length; segments++) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EXIF) turn = turnOf(bytes.subarray(at));
    if (isFrame(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), turn };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function turnOf(segment: Buffer): number {
  const turn = segment[TURN_AT] ?? 1;
  return turn >= 1 && turn <= 8 ? turn : 1;
}

/** Returns true for markers that start a frame. Three markers in the same range have other meanings. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
