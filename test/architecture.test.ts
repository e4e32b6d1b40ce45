import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkFile } from '../tools/check-architecture.ts';

/** The check itself must be able to fail. */
describe('the architecture check', () => {
  const cases: readonly (readonly [file: string, line: string, breach: string | undefined])[] = [
    ['lib/dates.ts', "import { x } from '../platform/log.ts';", 'lib may not import platform/log.ts'],
    ['lib/dates.ts', "import fs from 'node:fs';", 'a pure file may not import node:fs'],
    [
      'platform/log.ts',
      "import { x } from '../features/vendors/record.ts';",
      'platform may not import features/vendors/record.ts',
    ],
    [
      'http/server.ts',
      "import type { X } from '../features/vendors/schemas.ts';",
      'http may not import features/vendors/schemas.ts',
    ],
    [
      'features/scoring/score.ts',
      "import { x } from '../vendors/record.ts';",
      'scoring comes before vendors and may not import features/vendors/record.ts',
    ],
    [
      'features/vendors/service.ts',
      "import { x } from '../regulator/store.ts';",
      'features/regulator/store.ts is private to its feature',
    ],
    [
      'web/routes.ts',
      "import { x } from '../features/vendors/routes.ts';",
      'features/vendors/routes.ts is wired in app.ts alone',
    ],
    [
      'features/vendors/hold.ts',
      "import {\n  y,\n} from '../../platform/db/upsert.ts';",
      'a pure file may not import platform/db/upsert.ts',
    ],
    [
      'features/vendors/hold.ts',
      "import { readFile } from 'node:fs/promises';",
      'a pure file may not import node:fs/promises',
    ],
    [
      'features/made-up/rule.ts',
      "import { x } from '../made-up/other.ts';",
      'made-up is not in the list of features',
    ],
    [
      'main.ts',
      "import { x } from './features/vendors/record.ts';",
      'main.ts may not import features/vendors/record.ts',
    ],
    ['features/vendors/service.ts', "import { x } from './store.ts';", undefined],
    ['features/vendors/hold.ts', "import type { Db } from '../../platform/db/database.ts';", undefined],
    ['features/vendors/record.ts', "import { x } from '../scoring/score.ts';", undefined],
    ['app.ts', "import { x } from './features/vendors/routes.ts';", undefined],
  ];
  for (const [file, line, breach] of cases)
    test(`${file}: ${line.replaceAll('\n', ' ')} → ${breach ?? 'allowed'}`, () => {
      assert.deepEqual(checkFile(file, line), breach ? [`src/${file}: ${breach}`] : []);
    });

  test('a file over 400 lines is named', () => {
    assert.deepEqual(checkFile('lib/long.ts', 'x\n'.repeat(401)), [
      'src/lib/long.ts: 401 lines; at most 400',
    ]);
  });
});
