import { readFileSync } from 'node:fs';
import { type DocsExamples, parseExamples } from './examples.ts';

/** Reads the recorded examples from their file. */
export function readExamples(baseUrl: string): DocsExamples {
  return parseExamples(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'), baseUrl);
}
