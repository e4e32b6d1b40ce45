import { readFileSync, writeFileSync } from 'node:fs';
import { evenOut, makeDocsExamples } from './docs-examples.ts';

/** Asks the demo again for the examples of the pages under `/docs`, and stores them: `npm run docs-examples`. */
const file = new URL('../../src/web/public/docs/examples.json', import.meta.url);
const made = `${JSON.stringify(await makeDocsExamples(), null, 2)}\n`;
// Only random ids and times are not a reason for a change.
if (evenOut(made) !== evenOut(readFileSync(file, 'utf8'))) writeFileSync(file, made);
