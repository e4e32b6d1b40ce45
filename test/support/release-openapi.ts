import { readFileSync, writeFileSync } from 'node:fs';

/** Saves docs/openapi.json, without its descriptions and examples, as the document of the latest release. */
const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);
const RELEASED = new URL('../../docs/openapi-released.json', import.meta.url);
const TEXTS = new Set(['description', 'summary', 'title', 'examples', 'example']);

const { paths, components } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
const promises = { paths: withoutTexts(paths), components: { schemas: withoutTexts(components.schemas) } };
writeFileSync(RELEASED, `${JSON.stringify(promises, null, 1)}\n`);

/**
 * Removes descriptions and examples. An API field can have the same name as one of those keywords, so every
 * key under `properties` is kept.
 */
function withoutTexts(value: unknown, isFields = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isFields || !TEXTS.has(key));
  return Object.fromEntries(
    kept.map(([key, each]) => [key, withoutTexts(each, key === 'properties' && !isFields)]),
  );
}
