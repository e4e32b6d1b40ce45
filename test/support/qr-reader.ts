import decodeQR from 'qr/decode.js';

const SCALE = 4;

/** Renders the first QR code on a page from its SVG and decodes it. Throws if the page has no QR code. */
export function readQrCode(page: string): string {
  // The site's logo, which comes first on the page, is also an SVG.
  const code = /<svg viewBox="0 0 (\d+) [^>]*aria-label="QR code.*?<path d="([^"]*)" fill="#000000"/s.exec(
    page,
  );
  const [, sizeText, path = ''] = code ?? [];
  const size = Number(sizeText);
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(run)) * SCALE; column++)
        data.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
  return decodeQR({ width, height: width, data });
}
