import { readFileSync, writeFileSync } from 'node:fs';
import { evenOut, makeDocsExamples } from './docs-examples.ts';

/** Regenerates the examples for the pages under `/docs` from the demo: `npm run docs-examples`. */
const file = new URL('../../src/web/public/docs/examples.json', import.meta.url);
const made = `${JSON.stringify(await makeDocsExamples(), null, 2)}\n`;
// The file is not rewritten if only random ids and times differ.
if (evenOut(made) !== evenOut(readFileSync(file, 'utf8'))) writeFileSync(file, made);
