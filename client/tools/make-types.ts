import { readFileSync, writeFileSync } from 'node:fs';
import { typesOf } from './types-of.ts';

/** Generates client/src/api.ts from the API document: `node client/tools/make-types.ts`. */
const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
writeFileSync(new URL('../src/api.ts', import.meta.url), typesOf(document));
