import { writeFileSync } from 'node:fs';
import { makeDocsExamples } from './docs-examples.ts';

/** Asks the demo again for the examples of the pages under `/docs`, and stores them: `npm run docs-examples`. */
const file = new URL('../../src/web/public/docs/examples.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(await makeDocsExamples(), null, 2)}\n`);
