import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Scorecard } from '../../../src/judgment/scorecard/schemas.ts';
import { compareRecords } from '../../../src/records/changes/compare-records.ts';
import { TOLD } from '../../../src/records/changes/reported-fields.ts';
import { CARD, changed, PATHS } from '../../../test/support/record-fields.ts';
import { judgeFeed, type State, type Told } from './expected.ts';

const stateOf = (records: Readonly<Record<string, Scorecard>>): State =>
  new Map(
    Object.entries(records).map(([id, scorecard]) => [
      id,
      { scorecard: JSON.parse(JSON.stringify(scorecard)), verdict: scorecard.recommendation.code },
    ]),
  );
const moved = { ...CARD, name: 'HERON' };
const visited = changed('inspections[].disposition');
const VERSIONS: readonly Readonly<Record<string, Scorecard>>[] = [
  { a: CARD, b: CARD },
  { a: moved, b: CARD, c: CARD },
  { a: moved, b: visited, c: CARD },
  { a: moved, b: visited },
];

/** Returns the feed produced by the service's own comparison. */
function feedOf(versions: typeof VERSIONS): Told[] {
  let number = 0;
  return versions.flatMap((after, index) => {
    const before = versions[index - 1] ?? {};
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((id): Told[] => {
      const published = (card: Scorecard | undefined) =>
        // The value of the verdict does not matter here, only that it is reported.
        card && { scorecard: card, verdict: card.recommendation.code as unknown as 'CLEAR' };
      const changes = compareRecords(published(before[id]), published(after[id]), {
        isOneFormat: true,
        isOneProgram: true,
        isSameFiles: false,
      });
      if (changes.length === 0) return [];
      number += 1;
      return [{ cursor: `${number.toString(36)}-${index}`, vendor_id: id, changes }];
    });
  });
}

describe('the change feed judge', () => {
  const told = feedOf(VERSIONS);
  const states = VERSIONS.map(stateOf);

  test('finds nothing wrong with a correct feed', () => {
    assert.equal(told.length, 6);
    assert.deepEqual(judgeFeed(told, states), []);
  });

  test('agrees with the service on every field of a record', () => {
    for (const path of PATHS.filter((each) => each !== 'hold.active')) {
      const versions = [{ a: CARD }, { a: changed(path) }];
      const feed = feedOf(versions);
      assert.equal(feed.length, TOLD.includes(path) ? 2 : 1, path);
      assert.deepEqual(judgeFeed(feed, versions.map(stateOf)), [], path);
    }
  });

  test('finds a change that is missing, wrong, reported twice, out of order or in the wrong publication', () => {
    const [first, second, third, ...rest] = told;
    assert.ok(first && second && third);
    const without = [first, second, ...rest];
    const renumbered = without.map((each, index) => ({
      ...each,
      cursor: `${(index + 1).toString(36)}-${each.cursor.split('-')[1]}`,
    }));
    const wrong = { ...third, changes: third.changes.map((each) => ({ ...each, after: { name: 'EGRET' } })) };
    const faulty = [
      without,
      renumbered,
      [...told, first],
      [second, first, third, ...rest],
      told.slice(0, -1),
      [first, second, wrong, ...rest],
      [first, second, { ...third, cursor: '3-0' }, ...rest],
    ];
    for (const feed of faulty) assert.notDeepEqual(judgeFeed(feed, states), []);
  });
});
