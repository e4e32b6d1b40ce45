import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import type { OpenRegistry } from './database.ts';
import {
  countAllShortTerms,
  countShortTerm,
  noteSearchTexts,
  shortTermsOf,
  writeShortTerms,
} from './short-terms.ts';
import { upsertManyRows } from './upsert.ts';

const LETTERS = ['a', 'b', 'ñ', 'é', '日', '\u{1F32E}', '7', ' ', '|'];
const TERMS = LETTERS.filter((each) => each !== ' ' && each !== '|').flatMap((first, _, all) => [
  first,
  ...all.map((second) => first + second).filter((both) => both.length <= 2),
]);
const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 12 });

test('the terms of a text are its letters and neighboring pairs of them, each once', () => {
  assert.deepEqual([...shortTermsOf('aab | 7')], ['a', 'aa', 'b', 'ab', '7']);
  assert.deepEqual([...shortTermsOf('\u{1F32E}a')], ['\u{1F32E}', 'a']);
  assert.deepEqual([...shortTermsOf('')], []);
});

describeBothEngines('counts of short terms', (open) => {
  test('are those that looking at every text gives, whatever a publication adds, changes and takes away', async () => {
    const database = await open();
    try {
      // Of each round, the texts of vendors 0 to 19; undefined takes the vendor away.
      const rounds = fc.array(
        fc.array(fc.option(text, { nil: undefined }), { minLength: 20, maxLength: 20 }),
        {
          minLength: 1,
          maxLength: 4,
        },
      );
      const property = fc.asyncProperty(rounds, async (texts) => {
        await publish(database, new Array<undefined>(20).fill(undefined));
        for (const ofRound of texts) {
          await publish(database, ofRound);
          await assertCounts(database, ofRound);
        }
      });
      await fc.assert(property, { numRuns: 12 });
    } finally {
      await database.close();
    }
  });

  test('are made of all vendors that were published before there were counts', async () => {
    const database = await open();
    try {
      const texts = Array.from({ length: 20 }, (_, index) => `a${index}b | ñandú`);
      await publish(database, texts);
      const registry: OpenRegistry = database;
      await registry.longWorkDb.deleteFrom('short_terms').execute();
      assert.equal(await countShortTerm(registry.db, 'a'), 0);
      await registry.longWorkDb.transaction().execute(countAllShortTerms);
      await assertCounts(database, texts);
      assert.equal(await countShortTerm(registry.db, 'ñ'), 20);
    } finally {
      await database.close();
    }
  });

  test('stay as they were when the publication is rolled back', async () => {
    const database = await open();
    try {
      await publish(database, ['ab']);
      await assert.rejects(publish(database, ['ab', 'ab'], 'fails'), /on purpose/);
      await assertCounts(database, ['ab']);
      await publish(database, ['ab', 'ab']);
      await assertCounts(database, ['ab', 'ab']);
    } finally {
      await database.close();
    }
  });
});

type Texts = readonly (string | undefined)[];

/** Makes the vendors those of the texts, as a publication does. */
async function publish(database: TestDatabase, texts: Texts, end?: 'fails'): Promise<void> {
  const registry: OpenRegistry = database;
  await registry.longWorkDb.transaction().execute(async (tx) => {
    const stored = await tx.selectFrom('vendors').select(['position', 'search_text']).execute();
    const wanted = texts.flatMap((each, index) =>
      each === undefined ? [] : [{ position: index, search_text: each }],
    );
    noteSearchTexts(
      tx,
      stored.map(({ search_text }) => search_text),
      wanted.map(({ search_text }) => search_text),
    );
    await tx.deleteFrom('vendors').execute();
    const rest = { license_type: '2014', search_name: '', search_aka: '', search_city: '', on_file: 1 };
    const rows = wanted.map((each) => ({
      ...each,
      ...rest,
      id: `v${each.position}`,
      digits: `${each.position}`,
    }));
    await upsertManyRows(tx, 'vendors', ['id'], rows);
    await writeShortTerms(tx);
    if (end === 'fails') throw new Error('on purpose');
  });
}

async function assertCounts(database: TestDatabase, texts: Texts): Promise<void> {
  const registry: OpenRegistry = database;
  const counted = await Promise.all(TERMS.map((term) => countShortTerm(registry.db, term)));
  const expected = TERMS.map((term) => texts.filter((each) => each?.includes(term)).length);
  assert.deepEqual(counted, expected, JSON.stringify(texts));
}
