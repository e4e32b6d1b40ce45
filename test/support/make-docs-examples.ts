import { readFileSync, writeFileSync } from 'node:fs';
import { evenOut, makeDocsExamples } from './docs-examples.ts';

/** Regenerates the examples for the `/docs` pages from the demo. Run it with `npm run docs-examples`. */
const file = new URL('../../src/web/public/docs/examples.json', import.meta.url);
const made = `${JSON.stringify(await makeDocsExamples(), null, 2)}\n`;
// The file is left alone if only random ids and times differ.
if (evenOut(made) !== evenOut(readFileSync(file, 'utf8'))) writeFileSync(file, made);
