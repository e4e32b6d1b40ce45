import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PARTS_MAX, withoutMetadata } from './photo-metadata.ts';

const segment = (marker: number, ...parts: readonly (string | readonly number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);
};
const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const JFIF = segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]);
const PROFILE = segment(0xe2, 'ICC_PROFILE\0', [1, 1, 9, 9]);
const TABLE = segment(0xdb, [0, ...Array(64).fill(1)]);
/** Scan data with a stuffed zero, a restart and a fill byte, which do not end the scan. */
const SCAN = Buffer.concat([
  segment(0xda, [1, 1, 0, 0, 63, 0]),
  Buffer.from([7, 0xff, 0, 8, 0xff, 0xd3, 9, 0xff, 0xff, 0xd0, 1]),
]);
const SECRET = 'N27 57.0 W82 27.0 of A. Person';

/** Creates Exif data with an orientation, followed by a maker's note, in either byte order. */
function exif(turn: number, order: 'II' | 'MM'): Buffer {
  const short = (value: number) => (order === 'II' ? [value, 0] : [0, value]);
  const long = (value: number) => (order === 'II' ? [value, 0, 0, 0] : [0, 0, 0, value]);
  const tag = order === 'II' ? [0x12, 0x01] : [0x01, 0x12];
  const entry = [...tag, ...short(3), ...long(1), ...short(turn), 0, 0];
  return segment(0xe1, 'Exif\0\0', order, short(42), long(8), short(1), entry, long(0), SECRET);
}

const jpeg = (...parts: readonly Buffer[]) => Buffer.concat([START, ...parts, END]);
const strippedOf = (content: Buffer, type: string) => Buffer.from(withoutMetadata(content, type) ?? []);
const stripped = (content: Buffer) => strippedOf(content, 'image/jpeg');

describe('photo metadata', () => {
  test('is removed, and every byte of pixel and color data is unchanged', () => {
    const hidden = [
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', SECRET),
      segment(0xed, 'Photoshop 3.0\0', SECRET),
      segment(0xe2, 'MPF\0', SECRET),
      segment(0xe5, SECRET),
      segment(0xfe, SECRET),
    ];
    for (const order of ['II', 'MM'] as const) {
      const photo = jpeg(JFIF, exif(1, order), ...hidden, PROFILE, TABLE, SCAN, TABLE, SCAN);
      assert.ok(photo.includes(SECRET));
      const film = Buffer.from(`ftypmp42 ${SECRET}`);
      assert.deepEqual(stripped(Buffer.concat([photo, film])), jpeg(JFIF, PROFILE, TABLE, SCAN, TABLE, SCAN));
    }
  });

  test('is removed except for the orientation', () => {
    for (const order of ['II', 'MM'] as const) {
      const content = stripped(jpeg(exif(6, order), TABLE, SCAN));
      assert.ok(!content.includes('Person'));
      const again = stripped(content);
      assert.deepEqual(again, content);
      const kept = exif(6, 'MM');
      assert.ok(content.includes(kept.subarray(18, 32)), 'the orientation entry');
    }
  });

  test('is removed from a PNG, chunk by chunk', () => {
    const chunk = (name: string, text: string) => {
      const body = Buffer.from(text);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      return Buffer.concat([length, Buffer.from(name), body, Buffer.alloc(4)]);
    };
    const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const shown = [chunk('IHDR', '1234'), chunk('gAMA', '12'), chunk('IDAT', 'pixels'), chunk('IEND', '')];
    const [ihdr, gamma, data, end] = shown as [Buffer, Buffer, Buffer, Buffer];
    const hidden = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME', 'dSIG'].map((name) => chunk(name, SECRET));
    const photo = Buffer.concat([head, ihdr, ...hidden, gamma, data, end, Buffer.from(SECRET)]);
    assert.deepEqual(strippedOf(photo, 'image/png'), Buffer.concat([head, ...shown]));
  });

  test('removal leaves a PDF or unreadable picture unchanged', () => {
    const texts = [Buffer.from('%PDF-1.7 text'), jpeg(TABLE), Buffer.from([0xff, 0xd8, 0xff]), START];
    for (const content of texts)
      for (const type of ['application/pdf', 'image/jpeg', 'image/png'])
        assert.deepEqual(strippedOf(content, type), content, type);
  });

  test('removal rejects a picture with more parts than real programs write', () => {
    const chunk = Buffer.from('\0\0\0\0tEXt....', 'latin1');
    const parts = {
      'image/jpeg': [START, segment(0xe5), SCAN],
      'image/png': [Buffer.alloc(8), chunk, chunk],
    } as const;
    for (const [type, [start, part, last]] of Object.entries(parts)) {
      const picture = (count: number) => Buffer.concat([start, ...Array<Buffer>(count).fill(part), last]);
      assert.notEqual(withoutMetadata(picture(PARTS_MAX - 1), type), undefined, type);
      assert.equal(withoutMetadata(picture(PARTS_MAX), type), undefined, type);
    }
  });

  test('removal never fails on damaged photos, and never adds more than two bytes', () => {
    let seed = 7;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31);
    const whole = jpeg(JFIF, exif(6, 'II'), PROFILE, TABLE, SCAN);
    for (let time = 0; time < 2_000; time++) {
      const content = Buffer.from(whole);
      for (let flip = 0; flip < 3; flip++) content[2 + (next() % (content.length - 2))] = next() & 0xff;
      assert.ok(stripped(content).length <= content.length + 2);
    }
  });
});
