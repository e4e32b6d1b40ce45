import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Texts } from '../src/lib/language/language.ts';

/** Checks the text of every feature in both languages, in files named `messages.ts` or `…-messages.ts`. */

const ROOT = path.join(import.meta.dirname, '..', 'src');
const FILES = globSync('**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
const SOURCES = new Map(FILES.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
const isCatalog = (file: string) =>
  /(?:^|[/-])messages\.ts$/.test(file) && file !== 'lib/language/define-messages.ts';

/** Words that are the same in both languages. */
const SAME = new Set([
  'food truck',
  'Food trucks',
  'API',
  'No',
  'no',
  'Error',
  'Total',
  'Festival',
  'Hot dogs',
  'Pizza',
  'Catering',
  'PDF',
  'Ideal',
  'Normal',
  'Legal',
]);
const LABEL_LENGTH = 22;
const SPANISH_LABEL_MAX = 46;
/**
 * Words from the glossary's "rather than" column that are always wrong. "Permiso" is not among them because
 * it is correct for a city's permit, nor is "proveedor", which is correct for a supplier.
 */
const ASIDE =
  /(?<!\p{L})(?:disput\p{L}+|vigilancia|reclamaci\p{L}+|violaci\p{L}+|aplicaci\p{L}+|veredicto|cheque\p{L}+|récord|invitad\p{L}+|delincuente|regulador|fichero|tenedor)(?!\p{L})/iu;
/** A longer word would not fit between the margins of a phone that is 320 px wide. */
const WORD_LENGTH_MAX = 22;

interface Entry {
  readonly name: string;
  readonly file: string;
  readonly constant: string;
  readonly key: string;
  /** True if the entry is looked up by a code, so that its key does not appear in any file. */
  readonly isName: boolean;
  readonly texts: Texts;
}

describe('the words of every language', () => {
  const entries: Entry[] = [];
  before(async () => {
    for (const file of FILES.filter(isCatalog)) {
      const exported: Record<string, unknown> = await import(pathToFileURL(path.join(ROOT, file)).href);
      for (const [constant, value] of Object.entries(exported)) {
        const { catalog, names } = value as Partial<Record<'catalog' | 'names', Record<string, Texts>>>;
        for (const [key, texts] of Object.entries(catalog ?? names ?? {}))
          entries.push({ name: `${file} ${constant}.${key}`, file, constant, key, texts, isName: !catalog });
      }
    }
    assert.ok(entries.length > 20);
  });
  /** Returns the names of all entries that break a rule. */
  const breaking = (isWrong: (entry: Entry) => unknown) => entries.filter(isWrong).map(({ name }) => name);

  test('are in files named for them, so that a reviewer finds both languages next to each other', () => {
    const others = FILES.filter((file) => !isCatalog(file) && file !== 'lib/language/define-messages.ts');
    const defining = others.filter((file) =>
      /\bdefine(?:Messages|Names)(?:<.*>)?\(/.test(SOURCES.get(file) ?? ''),
    );
    assert.deepEqual(defining, []);
  });

  test('are all used', () => {
    const users = new Map<string, string>();
    for (const { constant } of entries)
      if (!users.has(constant))
        users.set(
          constant,
          FILES.filter(
            (file) => new RegExp(`\\b${constant}\\b`).test(SOURCES.get(file) ?? '') && !isCatalog(file),
          )
            .map((file) => SOURCES.get(file))
            .join('\n'),
        );
    const isUnused = ({ constant, key, isName }: Entry) =>
      isName
        ? users.get(constant) === ''
        : !new RegExp(`\\.${key}\\b|'${key}'`).test(users.get(constant) ?? '');
    assert.deepEqual(breaking(isUnused), []);
  });

  test('are translated', () => {
    const isSame = ({ texts: { en, es } }: Entry) =>
      en === es && !SAME.has(en) && /\p{L}/u.test(en.replace(/\{\w+\}/g, ''));
    assert.deepEqual(breaking(isSame), []);
    const english = /\b(?:the|and|with|your|you|are|was|not|from|this|that|which|has|have)\b/i;
    assert.deepEqual(
      breaking(({ texts }) => english.test(texts.es.replace(/<\/?\w+>|\{\w+\}/g, ''))),
      [],
    );
  });

  test('have the same arguments and tags', () => {
    const isDifferent = ({ texts }: Entry) => {
      const en = partsOf(texts.en, 'en-US');
      const es = partsOf(texts.es, 'es-US');
      return String(en.arguments) !== String(es.arguments);
    };
    assert.deepEqual(breaking(isDifferent), []);
  });

  test('have a singular and a plural if they contain a number', () => {
    const lacks = ({ texts }: Entry) =>
      [partsOf(texts.en, 'en-US'), partsOf(texts.es, 'es-US')].some(({ plurals }) =>
        plurals.some((options) => !options.includes('one') || !options.includes('other')),
      );
    assert.deepEqual(breaking(lacks), []);
  });

  test('fit next to each other on a narrow phone', () => {
    const isLong = ({ texts: { en, es } }: Entry) =>
      (en.length <= LABEL_LENGTH && !/[{.<]/.test(en) && es.length > SPANISH_LABEL_MAX) ||
      es
        .replace(/[{<][^}>]*[}>]/g, ' ')
        .split(/[\s/-]+/)
        .some((word) => word.length > WORD_LENGTH_MAX);
    assert.deepEqual(breaking(isLong), []);
  });

  test('use the words in the glossary and none of the words that it rejects', () => {
    assert.deepEqual(
      breaking(({ texts }) => ASIDE.test(texts.es)),
      [],
    );
  });

  for (const [heading, count] of [
    ['Twenty texts, translated back', 20],
    ['Thirty texts, read by someone who did not know the English', 30],
    ['Twenty texts of lists, papers and the method', 20],
  ] as const)
    test(`match the pages, under “${heading}” in support/back-translations.md`, () => {
      const page = readFileSync(path.join(import.meta.dirname, 'support/back-translations.md'), 'utf8');
      const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
      const rows = [...section.matchAll(/^\| `(\w+\.[\w-]+)` \| (.+) \| .+ \|$/gm)].map(([, name, text]) => [
        name,
        text,
      ]);
      const spanish = new Map<string, string>(
        entries.map(({ constant, key, texts }) => [`${constant}.${key}`, texts.es]),
      );
      assert.equal(new Set(rows.map(([name]) => name)).size, count);
      assert.deepEqual(
        rows.filter(([name, text]) => spanish.get(`${name}`) !== text),
        [],
      );
    });

  test('address the reader as usted, with Spanish punctuation', () => {
    const familiar =
      /(?<!\p{L})(?:tú|tu|tus|ti|contigo|puedes|tienes|debes|quieres|necesitas|vuestro|vosotros)(?!\p{L})/iu;
    assert.deepEqual(
      breaking(({ texts }) => familiar.test(texts.es)),
      [],
    );
    const isUnopened = ({ texts: { es } }: Entry) =>
      count(es, '?') !== count(es, '¿') || count(es, '!') !== count(es, '¡');
    assert.deepEqual(breaking(isUnopened), []);
    assert.deepEqual(
      breaking(({ texts }) => /['"]|\.\.\./.test(`${texts.en}${texts.es}`)),
      [],
    );
  });
});

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

type Part = ReturnType<IntlMessageFormat['getAst']>[number];
interface Parts {
  readonly arguments: readonly string[];
  readonly plurals: readonly (readonly string[])[];
}

/** Returns a message's arguments, sorted, along with the options of its plurals. */
function partsOf(text: string, locale: string): Parts {
  const found = new Set<string>();
  const plurals: string[][] = [];
  const walk = (parts: readonly Part[]) => {
    for (const part of parts) {
      // Type 0 is text and type 7 is the number sign. The library does not export names for these types.
      if (part.type !== 0 && part.type !== 7) found.add(`${part.type === 8 ? 'tag ' : ''}${part.value}`);
      if ('children' in part) walk(part.children);
      if ('options' in part) {
        if ('pluralType' in part) plurals.push(Object.keys(part.options));
        for (const option of Object.values(part.options)) walk(option.value);
      }
    }
  };
  walk(new IntlMessageFormat(text, locale).getAst());
  return { arguments: [...found].sort(), plurals };
}
