import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The style sheet's source files, which browsers get as a single file. */
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
  /** A version number derived from the content. */
  readonly version: string;
}

/** Returns the address for one version of the style sheet. */
export function stylesAddress(version: string): string {
  return `/assets/styles/${version}/site.css`;
}

export function readStyles(): StyleSheet {
  const body = Buffer.from(
    STYLES.map((file) => readFileSync(new URL(`styles/${file}`, import.meta.url), 'utf8')).join('\n'),
  );
  return { body, version: hash('sha256', body).slice(0, 12) };
}
