import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** One style sheet for the browser, in several files to read. */
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
  /** The version of exactly this body. */
  readonly version: string;
}

/** Returns the address of a version of the style sheet. */
export function stylesAddress(version: string): string {
  return `/assets/styles/${version}/site.css`;
}

export function readStyles(): StyleSheet {
  const body = Buffer.from(
    STYLES.map((file) => readFileSync(new URL(`styles/${file}`, import.meta.url), 'utf8')).join('\n'),
  );
  return { body, version: hash('sha256', body).slice(0, 12) };
}
