import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkClientFile, checkFile, checkTestImports } from '../tools/check-architecture.ts';
import { checkCircles, checkFolders, checkNames } from '../tools/check-tree.ts';

function named(word: string): string {
  return `"${word}" is known to regulator/florida/ alone`;
}

/** These tests show that the check fails when it should. */
describe('the architecture check', () => {
  const cases: readonly (readonly [file: string, line: string, breach: string | undefined])[] = [
    [
      'lib/time/dates.ts',
      "import { x } from '../../platform/log/log.ts';",
      'lib may not import platform/log/log.ts',
    ],
    [
      'http/server.ts',
      'const x = { ...{ a, b }, c };',
      'a spread object literal: write its properties in the object around it',
    ],
    [
      'http/server.ts',
      '  const [a, b] = [f(), g()];',
      'several values in one declaration: declare each by itself',
    ],
    ['http/server.ts', '  const [a, b] = [f(), g()].map(String);', undefined],
    ['lib/time/dates.ts', "import fs from 'node:fs';", 'a pure file may not import node:fs'],
    [
      'platform/log/log.ts',
      "import { x } from '../../records/record/record.ts';",
      'platform may not import records/record/record.ts',
    ],
    [
      'http/server.ts',
      "import type { X } from '../judgment/scorecard/schemas.ts';",
      'http may not import judgment/scorecard/schemas.ts',
    ],
    [
      'records/record/record.ts',
      "import { x } from '../../owner/claims/holder/holder.ts';",
      'records may not import owner/claims/holder/holder.ts',
    ],
    [
      'decisions/decide/decision-response.ts',
      "  const { x } = await import('../../owner/claims/holder/holder.ts');",
      'decisions may not import owner/claims/holder/holder.ts',
    ],
    [
      'decisions/decide/decision-response.ts',
      "import { x } from '../../owner/claims/holder/holder.ts';",
      'decisions may not import owner/claims/holder/holder.ts',
    ],
    [
      'judgment/score/score.ts',
      "import { x } from '../policy/policy.ts';",
      'score comes before policy and may not import judgment/policy/policy.ts',
    ],
    [
      'judgment/score/score.ts',
      "import { x } from '../../records/record/record.ts';",
      'judgment may not import records/record/record.ts',
    ],
    [
      'accounts/teams/service.ts',
      "import { x } from '../passkeys/passkeys-store.ts';",
      'accounts/passkeys/passkeys-store.ts is private to its feature',
    ],
    ['accounts/sign-in/sign-in-service.ts', "import { x } from '../passkeys/passkeys-store.ts';", undefined],
    ['matching/match-line.ts', "import { x } from './vendor-words.ts';", undefined],
    [
      'records/read/service.ts',
      "import { x } from '../../intake/import/import-store.ts';",
      'intake/import/import-store.ts is private to its feature',
    ],
    [
      'jobs/refresh/refresh.ts',
      "import { x } from '../../intake/import/rows-store.ts';",
      'intake/import/rows-store.ts is private to its feature',
    ],
    [
      'web/public/routes.ts',
      "import { x } from '../../open-data/records/routes.ts';",
      'open-data/records/routes.ts is wired in compose alone',
    ],
    [
      'organizer/lists/list-lines.ts',
      "import {\n  y,\n} from '../../platform/db/upsert.ts';",
      'a pure file may not import platform/db/upsert.ts',
    ],
    [
      'judgment/policy/hold.ts',
      "import { x } from './orders-service.ts';",
      'a pure file may not import judgment/policy/orders-service.ts, which may do I/O',
    ],
    [
      'judgment/policy/hold.ts',
      "import { readFile } from 'node:fs/promises';",
      'a pure file may not import node:fs/promises',
    ],
    ['owner/claims/holds.ts', "const rows = db.selectFrom('claims');", 'a pure file builds SQL'],
    ['owner/claims/holds.ts', 'const now = new Date();', 'a pure file reads the clock'],
    [
      'owner/claims/holds.ts',
      "import { createHash, randomUUID } from 'node:crypto';",
      'a pure file draws a random value',
    ],
    [
      'owner/claims/refusal.ts',
      "import { setFlagsFromString } from 'node:v8';",
      'a pure file uses V8 for more than packing',
    ],
    ['owner/claims/refusal.ts', 'await inTransaction(db, work);', 'a pure file opens a transaction'],
    [
      'records/made-up/rule.ts',
      "import { x } from '../made-up/other.ts';",
      'made-up is not in the list of features of records',
    ],
    [
      'main.ts',
      "import { x } from './records/record/record.ts';",
      'main.ts may not import records/record/record.ts',
    ],
    [
      'organizer/events/form/event-form.ts',
      "import { COUNTIES } from '../../../regulator/florida/vocabulary/counties.ts';",
      'regulator/florida/vocabulary/counties.ts is reached through regulator/source/regulator.ts',
    ],
    ['web/public/home-page.ts', 'const TITLE = `Trucks of Florida`;', named('Florida')],
    ['web/public/home-page.ts', '/** Not a DBPR rating. */', named('DBPR')],
    ['lib/time/dates.ts', 'export function floridaDay() {}', named('floridaDay')],
    [
      'decisions/decide/documents/required-documents.ts',
      "const SITE = 'https://myfloridalicense.com';",
      named('myfloridalicense'),
    ],
    ['web/owner/billing/routes.ts', "const prefix = isCaterer ? 'CAT' : '';", named('CAT')],
    ['web/owner/claims/claim-page.ts', "const hint = 'such as MFD5812345';", named('MFD')],
    ['records/record/record.ts', "const isMobile = licenseType === '2014';", named('2014')],
    ['open-data/statistics/cite.ts', 'const cited = `/florida, as of a day`;', undefined],
    [
      'jobs/refresh/refresh.ts',
      "import { x } from '../../demo/florida/files/write-demo-files.ts';",
      undefined,
    ],
    ['judgment/score/cases.ts', '/** Cases of 2014. */', undefined],
    ['regulator/florida/vocabulary/license-codes.ts', "const FLORIDA = 'MFD';", undefined],
    ['demo/florida/names/invent-names.ts', "const RANK = 'MFDV';", undefined],
    ['records/read/service.ts', "import { x } from './store.ts';", undefined],
    ['records/record/record.ts', "import type { LedgerDb } from '../../platform/db/database.ts';", undefined],
    ['records/record/record.ts', "import { x } from '../../judgment/score/score.ts';", undefined],
    ['judgment/policy/hold.ts', '/** Not `new Date()`: the day is passed in. */', undefined],
    ['owner/claims/release-job.ts', 'const now = new Date();', undefined],
    ['compose/app.ts', "import { x } from '../open-data/records/routes.ts';", undefined],
  ];
  for (const [file, line, breach] of cases)
    test(`${file}: ${line.replaceAll('\n', ' ')} → ${breach ?? 'allowed'}`, () => {
      assert.deepEqual(checkFile(file, line), breach ? [`src/${file}: ${breach}`] : []);
    });

  const FORWARDING = [
    "import { list } from './store.ts';\n\nexport { find } from './store.ts';\nexport type { Found } from './store.ts';\n",
    'export function list(db: Db, id: string): Promise<Row[]> {\n  return store.list(db, id);\n}\n',
    'export function createInbox(context: Context) {\n  return {\n    /** Lists. */\n    list: (id: string) => list(context, id),\n    find: (id: string): Row =>\n      find(context, { id }),\n  };\n}\n',
  ];
  for (const text of [...FORWARDING, FORWARDING.join('\n')])
    test(`names a service that only forwards calls: ${JSON.stringify(text)}`, () => {
      const breach = 'a service that only forwards: let its importers use what it forwards to';
      assert.deepEqual(checkFile('organizer/events/service.ts', text), [
        `src/organizer/events/service.ts: ${breach}`,
      ]);
      const more = `${text}export function count(rows: Row[]): number {\n  return rows.length;\n}\n`;
      assert.deepEqual(checkFile('organizer/events/service.ts', more), []);
    });

  test('names a file with more than 400 lines', () => {
    assert.deepEqual(checkFile('lib/long.ts', 'x\n'.repeat(401)), [
      'src/lib/long.ts: 401 lines; at most 400',
    ]);
  });
});

test('the architecture check names a folder with more than 15 files, and one that GitHub would hide as third-party code', () => {
  const files = Array.from({ length: 16 }, (_, at) => `lib/text/rule-${at}.ts`);
  assert.deepEqual(checkFolders(files.slice(1)), []);
  assert.deepEqual(checkFolders(files), ['src/lib/text: 16 files; at most 15 in a folder']);
  const migrations = files.map((file) => file.replace('lib/text', 'platform/db/migrations'));
  assert.deepEqual(checkFolders(migrations), []);
  assert.deepEqual(checkFolders(['compose/vendors/wire.ts']), [
    'src/compose/vendors: a folder called vendors is hidden as code of others',
  ]);
});

test('the architecture check names files with the same name, unless it is the name of a role', () => {
  assert.deepEqual(checkNames(['compose/routes.ts', 'cli/routes.ts', 'lib/text/csv.ts']), []);
  assert.deepEqual(checkNames(['lib/text/csv.ts', 'cli/csv.ts']), [
    'src/lib/text/csv.ts, src/cli/csv.ts: csv.ts is the name of 2 files',
  ]);
});

test('the architecture check names a file whose name is a participle', () => {
  assert.deepEqual(checkNames(['lib/find-missing.ts', 'web/kit/paging.ts', 'lib/filed-decision.ts']), []);
  for (const name of ['pasted', 'leaving-service', 'pasted-messages'])
    assert.deepEqual(checkNames([`lib/${name}.ts`]), [
      `src/lib/${name}.ts: a file is named after a verb or a noun, not a participle`,
    ]);
});

test('the architecture check names an import cycle, but not two paths to the same file', () => {
  const square = { 'a.ts': ['b.ts', 'c.ts'], 'b.ts': ['d.ts'], 'c.ts': ['d.ts'], 'd.ts': ['package'] };
  assert.deepEqual(checkCircles(new Map(Object.entries(square))), []);
  assert.deepEqual(checkCircles(new Map(Object.entries({ ...square, 'd.ts': ['b.ts'] }))), [
    'src/b.ts → d.ts → b.ts: a circle of imports',
  ]);
});

test('the client imports no package and nothing from the service, and only its command line imports what browsers do not have', () => {
  assert.deepEqual(checkClientFile('client.ts', "import type { X } from './api.ts';\n"), []);
  assert.deepEqual(checkClientFile('cli.ts', "import { readFile } from 'node:fs/promises';\n"), []);
  for (const target of ['../../src/lib/time/dates.ts', 'jose', 'node:crypto'])
    assert.equal(checkClientFile('client.ts', `import { x } from '${target}';\n`).length, 1, target);
  assert.equal(checkClientFile('client.ts', '\n'.repeat(401)).length, 1);
});

test('tests, tools, and benchmarks do not import the acceptance workspace', () => {
  assert.deepEqual(checkTestImports('test/pages/x.test.ts', "import { x } from '../support/y.ts';\n"), []);
  assert.deepEqual(checkTestImports('test/x.test.ts', "import { x } from '../acceptance/run.ts';\n"), [
    'test/x.test.ts: only acceptance/ may import acceptance/run.ts',
  ]);
});
