import decodeQR from 'qr/decode.js';

const SCALE = 4;

/** Draws the first QR code of a page, as its SVG says, and reads it. Throws when there is none to read. */
export function readQrCode(page: string): string {
  const size = Number(/<svg viewBox="0 0 (\d+) /.exec(page)?.[1]);
  const path = /<path d="([^"]*)" fill="#000000"/.exec(page)?.[1] ?? '';
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(run)) * SCALE; column++)
        data.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
  return decodeQR({ width, height: width, data });
}
