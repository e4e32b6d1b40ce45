import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  describeBothEngines,
  type OpenTestDatabase,
  type TestDatabase,
} from '../../../../test/support/engines.ts';
import type { LedgerTx, OpenLedger } from '../database.ts';
import { upsertManyRows } from '../upsert.ts';
import { toCopyText } from './copy-rows.ts';

const COLUMNS = ['kind', 'number', 'note'] as const;

interface NoteRow {
  readonly kind: string;
  readonly number: number;
  readonly note: string | null;
}

/** Values that have a special meaning in COPY's text format, or look as if they do. */
const HOSTILE = [
  '',
  ' ',
  '\\',
  '\\\\',
  '\\N',
  '\\.',
  '\\n',
  '\\t',
  '\\x41',
  '\\101',
  'N',
  'NULL',

  '\t',
  '\n',
  '\r',
  '\r\n',
  'a\tb',
  'a\nb',
  'a\\\nb',
  '\b\f\v',
  '"',
  "'",
  '""',
  ',',
  '|',
  ';',
  '--',
  '$1',
  '?',
  'é',
  '日本語',
  '\u{1F32E}',
  '\u2028',
  '\uFEFF',
  '\u007F',
  '\u0001',
  'x'.repeat(20_000),
];

describeBothEngines('rows that an import writes', (open) => {
  test('are read back unchanged with any special characters, in large and small batches', async () => {
    await withNotes(open, async (database) => {
      const rows = HOSTILE.flatMap((note, number) => [
        { kind: 'text', number, note },
        { kind: note.slice(0, 40) || 'empty', number: 1_000 + number, note: null },
      ]);
      for (const some of [rows, rows.slice(0, 3)]) {
        await database.longWorkDb.deleteFrom('notes' as never).execute();
        await write(database, some);
        assert.deepEqual(await readAll(database), toSorted(some));
      }
    });
  });

  test('are read back unchanged with random text', async () => {
    await withNotes(open, async (database) => {
      const text = fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', 'N', '.', 'a', '"', 'é', ' ') });
      const note = fc.option(text, { nil: null });
      const property = fc.asyncProperty(fc.array(note, { minLength: 32, maxLength: 70 }), async (notes) => {
        await database.longWorkDb.deleteFrom('notes' as never).execute();
        const rows = notes.map((each, index) => ({ kind: 'any', number: index - 20, note: each }));
        await write(database, rows);
        assert.deepEqual(await readAll(database), toSorted(rows));
      });
      await fc.assert(property, { numRuns: 25 });
    });
  });

  test('are found through an index in the transaction that writes them, even after a transaction has failed', async () => {
    await withNotes(open, async (database) => {
      if (database.engine.name === 'sqlite') return;
      const rows = Array.from({ length: 20_000 }, (_, number) => ({
        kind: `kind ${number}`,
        number,
        note: 'x'.repeat(800),
      }));
      const some = sql.join(rows.slice(0, 600).map(({ kind }) => sql.lit(kind)));
      const failure = new Error('rolled back');
      for (const _attempt of ['first', 'second']) {
        const written = inTransaction(database, async (tx) => {
          for (let start = 0; start < rows.length; start += 1_000)
            await upsertNotes(tx, rows.slice(start, start + 1_000));
          const plan = await sql<object>`explain select * from notes where kind in (${some})`.execute(tx);
          const text = JSON.stringify(plan.rows);
          assert.match(text, /Index/);
          assert.doesNotMatch(text, /Seq Scan/);
          throw failure;
        });
        await assert.rejects(written, failure);
      }
    });
  });

  test('replace rows with the same key, and leave others unchanged', async () => {
    await withNotes(open, async (database) => {
      const row = (number: number, note: string) => ({ kind: 'a', number, note });
      const before = Array.from({ length: 100 }, (_, number) => row(number, 'before'));
      const after = Array.from({ length: 50 }, (_, number) => row(2 * number, 'after'));
      // Both upserts run in one transaction. At the second, the staging table must not have rows from the
      // first.
      await inTransaction(database, async (tx) => {
        await upsertManyRows(tx, 'notes' as never, ['kind', 'number'], before as never);
        await upsertManyRows(tx, 'notes' as never, ['kind', 'number'], after as never);
      });
      const expected = before.map((each) => (each.number % 2 === 0 ? row(each.number, 'after') : each));
      assert.deepEqual(await readAll(database), toSorted(expected));
    });
  });

  test('are rolled back with their transaction, and none are written if one is rejected', async () => {
    await withNotes(open, async (database) => {
      const rows = Array.from({ length: 100 }, (_, number) => ({ kind: 'a', number, note: 'x' }));
      const broken = inTransaction(database, async (tx) => {
        await upsertManyRows(tx, 'notes' as never, ['kind', 'number'], rows as never);
        throw new Error('ended on purpose');
      });
      await assert.rejects(broken, /on purpose/);
      assert.deepEqual(await readAll(database), []);
      const refused = [...rows, { kind: null, number: 500, note: 'x' }];
      await assert.rejects(write(database, refused as never), /null/i);
      assert.deepEqual(await readAll(database), []);
      await write(database, rows);
      assert.equal((await readAll(database)).length, 100);
    });
  });

  test('are rejected by PostgreSQL if they contain U+0000; half a surrogate pair becomes U+FFFD', async () => {
    await withNotes(open, async (database) => {
      for (const count of [1, 40]) {
        await database.longWorkDb.deleteFrom('notes' as never).execute();
        const rows = (note: string) =>
          Array.from({ length: count }, (_, number) => ({ kind: 'a', number, note }));
        if (database.engine.name === 'postgres') await assert.rejects(write(database, rows('a\0b')), /0x00/);
        await write(database, rows('a\uD800b'));
        assert.deepEqual([...new Set((await readAll(database)).map(({ note }) => note))], ['a\uFFFDb']);
      }
    });
  });
});

test('a value that is not text, a number or null throws a TypeError', () => {
  for (const value of [true, new Date(0), {}, 5n, Symbol('x')])
    assert.throws(() => toCopyText(['a'], [{ a: value }]), TypeError);
  assert.equal(
    toCopyText(
      ['a', 'b'],
      [
        { a: 'x\ty', b: null },
        { a: -1.5, b: undefined },
      ],
    ),
    'x\\ty\t\\N\n-1.5\t\\N\n',
  );
});

async function withNotes(
  open: OpenTestDatabase,
  use: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await open();
  try {
    await sql`create table notes (kind text not null, number bigint not null, note text, primary key (kind, number))`.execute(
      database.longWorkDb,
    );
    await use(database);
  } finally {
    await database.close();
  }
}

function inTransaction(
  { longWorkDb }: Pick<OpenLedger, 'longWorkDb'>,
  work: (tx: LedgerTx) => Promise<void>,
): Promise<void> {
  return longWorkDb.transaction().execute(work);
}

/** The table exists only in this test, so it has no type in the schema. */
function upsertNotes(tx: LedgerTx, rows: readonly NoteRow[]): Promise<void> {
  return upsertManyRows(tx, 'notes' as never, ['kind', 'number'], rows as never);
}

function write(database: TestDatabase, rows: readonly NoteRow[]): Promise<void> {
  return inTransaction(database, (tx) => upsertNotes(tx, rows));
}

async function readAll(database: TestDatabase): Promise<NoteRow[]> {
  const { rows } =
    await sql<NoteRow>`select ${sql.join(COLUMNS.map((each) => sql.ref(each)))} from notes`.execute(
      database.longWorkDb,
    );
  return toSorted(rows.map((row) => ({ ...row, number: Number(row.number) })));
}

function toSorted(rows: readonly NoteRow[]): NoteRow[] {
  return rows.toSorted((a, b) => a.number - b.number);
}
