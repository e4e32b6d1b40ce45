import encodeQR from 'qr';

/**
 * A QR code as shapes. Each module is one unit. The code includes the four-module quiet zone that readers
 * need.
 */
export interface QrCode {
  /** The side length in units, including the quiet zone. */
  readonly size: number;
  /** The dark modules as an SVG path. */
  readonly path: string;
}

/** Uses error correction level M, so that a printed code remains readable even if 15% of it is damaged. */
export function qrCodeOf(text: string): QrCode {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  return { size: modules.length, path: modules.flatMap(rowPath).join('') };
}

/** Returns one rectangle for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string[] {
  const runs: string[] = [];
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    const width = x + 1 - start;
    runs.push(`M${start} ${y}h${width}v1h-${width}z`);
  }
  return runs;
}
