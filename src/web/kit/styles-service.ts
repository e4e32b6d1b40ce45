import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The source files of the style sheet, which the browser gets as one file. */
const STYLES = [
  'tokens.css',
  'frame.css',
  'site.css',
  'organizer.css',
  'vendors.css',
  'folds.css',
  'vendors-side.css',
  'lists.css',
  'docs.css',
];

interface StyleSheet {
  readonly body: Buffer;
  /** The version, derived from the body. */
  readonly version: string;
}

/** Returns the address of one version of the style sheet. */
export function stylesAddress(version: string): string {
  return `/assets/styles/${version}/site.css`;
}

export function readStyles(): StyleSheet {
  const body = Buffer.from(
    STYLES.map((file) => readFileSync(new URL(`styles/${file}`, import.meta.url), 'utf8')).join('\n'),
  );
  return { body, version: hash('sha256', body).slice(0, 12) };
}
