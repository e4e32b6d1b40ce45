import { parentPort, workerData } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { Resvg } from '@resvg/resvg-js';
import { pictureSize } from '../lib/files/picture-size.ts';

/** Renders one file from a stranger as a new PNG, then ends. Posts undefined if rendering is not possible. */

export interface PreviewTask {
  readonly media_type: string;
  readonly content: Uint8Array;
}

const WIDTH_MAX = 1_000;
/**
 * The maximum number of pixels in a picture. A phone photo has 12 to 50 million pixels, each of which takes
 * four bytes when decoded.
 */
const PIXELS_MAX = 60_000_000;
const PAGES_MAX = 3;
/** The maximum height of a picture or page, in multiples of its width. A longer one is not rendered. */
const RATIO_MAX = 4;

const { media_type, content } = workerData as PreviewTask;
const drawn = media_type === 'application/pdf' ? await drawPdf(content) : drawPicture(content, media_type);
parentPort?.postMessage(drawn);

function drawPicture(bytes: Uint8Array, mediaType: string): Uint8Array | undefined {
  const size = pictureSize(bytes, mediaType);
  if (!size || size.width < 1 || size.height < 1 || size.width * size.height > PIXELS_MAX) return undefined;
  const { width, height, turn } = size;
  const isTurned = turn > 4;
  const shown = isTurned ? { width: height, height: width } : { width, height };
  if (shown.height > shown.width * RATIO_MAX) return undefined;
  const data = Buffer.from(bytes).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.width}" height="${shown.height}"><image width="${width}" height="${height}" transform="matrix(${turnMatrix(turn, width, height)})" href="data:${mediaType};base64,${data}"/></svg>`;
  const fitTo = { mode: 'width', value: Math.min(WIDTH_MAX, shown.width) } as const;
  const image = new Resvg(svg, { fitTo, background: '#fff', font: { loadSystemFonts: false } }).render();
  // The renderer silently leaves out a picture that it cannot decode, and the result is blank.
  return image.pixels.every((value) => value === 0xff) ? undefined : image.asPng();
}

/** The eight ways in which Exif rotates and mirrors a picture, as SVG matrices. */
function turnMatrix(turn: number, width: number, height: number): string {
  const matrices: readonly (readonly number[])[] = [
    [1, 0, 0, 1, 0, 0],
    [-1, 0, 0, 1, width, 0],
    [-1, 0, 0, -1, width, height],
    [1, 0, 0, -1, 0, height],
    [0, 1, 1, 0, 0, 0],
    [0, 1, -1, 0, height, 0],
    [0, -1, -1, 0, height, width],
    [0, -1, 1, 0, 0, width],
  ];
  return (matrices[turn - 1] ?? [1, 0, 0, 1, 0, 0]).join(' ');
}

/** Renders the first pages, one below the other. */
async function drawPdf(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const pages: Bitmap[] = [];
  for (let index = 0; index < Math.min(PAGES_MAX, document.getPageCount()); index++) {
    const page = document.getPage(index);
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    if (!(width > 0 && height > 0 && height <= width * RATIO_MAX)) return undefined;
    const bitmap = await page.render({ scale: WIDTH_MAX / width, render: async ({ data }) => data });
    pages.push({ width: bitmap.width, height: bitmap.height, data: bitmap.data });
  }
  return pages.length === 0 ? undefined : toPng(pages);
}

interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8Array;
}

function toPng(pages: readonly Bitmap[]): Uint8Array {
  const width = Math.max(...pages.map((page) => page.width));
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  // The byte before each row states the row's filter; 0 means none.
  const rows = Buffer.alloc(height * (1 + width * 3), 0xff);
  let at = 0;
  for (const page of pages)
    for (let y = 0; y < page.height; y++) {
      rows[at] = 0;
      for (let x = 0; x < page.width; x++)
        for (let color = 0; color < 3; color++)
          rows[at + 1 + x * 3 + color] = page.data[(y * page.width + x) * 4 + color] ?? 0xff;
      at += 1 + width * 3;
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
