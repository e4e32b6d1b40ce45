import encodeQR from 'qr';

/**
 * A QR code as shapes. Each module is one unit, with the quiet zone of four modules that readers need around
 * it.
 */
export interface QrCode {
  /** Units on each side, with the quiet zone. */
  readonly size: number;
  /** The dark modules as an SVG path. */
  readonly path: string;
}

/** Uses error correction M: a printed code stays readable with 15 % of it dirty. */
export function qrCodeOf(text: string): QrCode {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  return { size: modules.length, path: modules.flatMap(rowPath).join('') };
}

/** One rectangle for each run of dark modules. */
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
