import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PackFonts } from './pack-document.ts';

/** Reads the fonts that packs embed, 0.8 MB in total. */
export function readPackFonts(): PackFonts {
  return { regular: readFont('SourceSans3-Regular.ttf'), bold: readFont('SourceSans3-SemiBold.ttf') };
}

function readFont(name: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, 'fonts', name));
}
