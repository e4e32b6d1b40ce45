import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { describeEngines } from './support/engines.ts';
import { tablesWithColumns } from './support/table-names.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TEXT = readFileSync(path.join(ROOT, 'docs/data-retention.md'), 'utf8');
const CLASSES = ['public', 'account', 'applicant', 'secret', 'proof', 'operational'];

interface Row {
  readonly table: string;
  readonly kind: string;
  readonly kept: string;
  readonly removedBy: string;
}

function rowsUnder(heading: string): Row[] {
  const [, after = ''] = TEXT.split(`\n## ${heading}`);
  const [section = ''] = after.split('\n## ');
  return section.split('\n').flatMap((line) => {
    const [, table] = /^\| `(\w+)` \|/.exec(line) ?? [];
    const [, , , kind = '', , kept = '', removedBy = ''] = line
      .split(' | ')
      .flatMap((cell, index) => (index === 0 ? ['', cell] : [cell]));
    return table === undefined ? [] : [{ table, kind, kept, removedBy }];
  });
}

const LEDGER = rowsUnder('The ledger');
const REGULATOR = rowsUnder('What the regulator says');

describeEngines('docs/data-retention.md', (open) => {
  test('has a row for every table in a migrated database, and for no other', async () => {
    const database = await open();
    const tables = [...(await tablesWithColumns(database)).keys()];
    await database.close();
    const documented = [...LEDGER, ...REGULATOR].map(({ table }) => table);
    assert.deepEqual(documented.sort(), tables.sort());
  });
});

describe('each row of docs/data-retention.md', () => {
  test('has a documented class, a retention period, and what removes the data', () => {
    for (const { table, kind, kept, removedBy } of [...LEDGER, ...REGULATOR]) {
      for (const each of kind.split(', ')) assert.ok(CLASSES.includes(each), `${table}: ${kind}`);
      assert.ok(kept.length > 5 && removedBy.length > 5, table);
    }
    for (const each of CLASSES) assert.match(TEXT, new RegExp(`^\\| ${each} \\|`, 'm'));
  });

  test('names an existing test that shows the removal if data is removed after some time', () => {
    const timed = LEDGER.filter(({ kept }) => /\d+ days?\b|RETENTION_/.test(kept));
    assert.ok(timed.length > 20);
    for (const { table, removedBy } of timed) assert.match(removedBy, /`[\w./-]+\.test\.ts` `/, table);
    const cited = [...TEXT.matchAll(/`([\w./-]+\.test\.ts)` `([^`]+)`/g)];
    assert.ok(cited.length > 25);
    for (const [whole, file = '', title = ''] of cited) {
      const place = path.join(ROOT, file);
      assert.ok(existsSync(place) && readFileSync(place, 'utf8').includes(title), whole);
    }
  });

  test('is in the list of tables that are removed by age, if it says so', async () => {
    const { agedTables } = await import('../src/privacy/retention/retention-store.ts');
    const aged = agedTables(new Date(), { applications: 1, closed: 1, proof: 1 }).map(({ table }) => table);
    const said = LEDGER.filter(({ removedBy }) => /`rows of \S+ are deleted after/.test(removedBy)).map(
      ({ table }) => table,
    );
    assert.deepEqual(said.sort(), aged.sort());
  });
});
