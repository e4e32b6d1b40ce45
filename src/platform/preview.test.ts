import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import PDFDocument from 'pdfkit';
import { pictureSize } from '../lib/files/picture-size.ts';
import { createPreviewer } from './preview.ts';

/** Creates a PDF with this many pages, each with one rectangle. */
async function makePdf(pages: number, size: [number, number] = [200, 300]): Promise<Buffer> {
  const document = new PDFDocument({ size, margin: 0 });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (let page = 0; page < pages; page++) {
    if (page > 0) document.addPage({ size, margin: 0 });
    document.rect(0, 0, 50, 50).fill('#000');
  }
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** Creates only the header of a PNG, which states this size. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from(`89504e470d0a1a0a0000000d49484452${'00'.repeat(8)}0802000000`, 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

describe('a preview', () => {
  const draw = createPreviewer();
  const drawOnce = (id: string, media_type: string, content: Buffer) =>
    draw(id, async () => ({ media_type, content }));

  test('shows the first three pages of a PDF, one below the other, at page width', async () => {
    const sizes = [];
    for (const pages of [1, 2, 5]) {
      const picture = await drawOnce(`pdf-${pages}`, 'application/pdf', await makePdf(pages));
      assert.ok(picture);
      sizes.push(pictureSize(picture, 'image/png'));
    }
    assert.deepEqual(sizes, [
      { width: 1000, height: 1500, turn: 1 },
      { width: 1000, height: 3000, turn: 1 },
      { width: 1000, height: 4500, turn: 1 },
    ]);
  });

  test('is undefined for a file that is damaged, too large to decode, too long, or too slow', async () => {
    const long = await makePdf(1, [20, 2_000]);
    const cases: readonly (readonly [string, string, Buffer])[] = [
      ['damaged', 'application/pdf', Buffer.from('%PDF-1.7 nothing')],
      ['bomb', 'image/png', pngHead(60_000, 60_000)],
      ['cut', 'image/png', pngHead(10, 10)],
      ['empty', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
      ['long', 'application/pdf', long],
    ];
    for (const [name, type, content] of cases)
      assert.equal(await drawOnce(name, type, content), undefined, name);
    const hasty = createPreviewer({ timeMaxMs: 1 });
    const content = await makePdf(1);
    assert.equal(await hasty('pdf', async () => ({ media_type: 'application/pdf', content })), undefined);
  });

  test('is rendered only once for each file, and rejected if too many requests are waiting', async () => {
    let loads = 0;
    const content = await makePdf(1);
    const busy = createPreviewer();
    const load = async () => {
      loads += 1;
      return { media_type: 'application/pdf', content };
    };
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => busy('one', load)));
    assert.equal(loads, 1);
    assert.equal(asked.filter(({ status }) => status === 'rejected').length, 9);
  });
});

test('the size of a picture is read from its header, and rotated as its Exif data says', () => {
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
  const frame = Buffer.from('ffc0001108001000200301220002110103110100', 'hex');
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), exif, frame]);
  assert.deepEqual(pictureSize(jpeg, 'image/jpeg'), { width: 32, height: 16, turn: 6 });
  assert.deepEqual(pictureSize(pngHead(7, 9), 'image/png'), { width: 7, height: 9, turn: 1 });
  for (const cut of [jpeg.subarray(0, 20), Buffer.alloc(0), Buffer.from('ffd8ffe0ffff', 'hex')])
    assert.equal(pictureSize(cut, 'image/jpeg'), undefined);
});
