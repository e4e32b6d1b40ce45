import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { CARD, changed, isIgnored, PATHS } from '../../../test/support/record-fields.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { IGNORED, TOLD } from '../../records/changes/reported-fields.ts';
import { compareStates } from './compare-states.ts';
import { toWatchedState } from './watched-state.ts';

const OURS = { policyVersion: 'p1', recordFormat: 1 };
const told = (card: Scorecard) =>
  compareStates(toWatchedState(CARD, 'X', OURS), toWatchedState(card, 'X', OURS));
describe('the fields of a published record', () => {
  test('are each reported when they change or ignored for a documented reason, but never forgotten', () => {
    for (const path of PATHS) assert.notEqual(TOLD.includes(path), isIgnored(path), path);
    for (const path of TOLD) assert.ok(PATHS.includes(path), `${path} is no field any more`);
    assert.ok(PATHS.length > 60, String(PATHS.length));
  });

  for (const path of PATHS)
    test(`${path}: ${TOLD.includes(path) ? 'a change is reported' : 'a change is ignored'}`, () => {
      assert.equal(told(changed(path)).length > 0, TOLD.includes(path), JSON.stringify(told(changed(path))));
    });

  test('are documented with the reason if they are ignored', async () => {
    const page = await readFile(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
    for (const [path, reason] of Object.entries(IGNORED))
      assert.ok(page.includes(`| \`${path}\` | ${reason} |`), path);
  });
});
