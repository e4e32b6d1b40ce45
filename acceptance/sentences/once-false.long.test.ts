import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RECORDS, skip } from '../../test/support/real-records.ts';
import { type Published, parseFiles, readPublished } from './published.ts';
import { listRealWorlds } from './worlds.ts';

/**
 * Reads the current statements about real records. A statement about each of these records used to be false.
 */

async function readWorld(name: string, day: string): Promise<ReadonlyMap<string, Published>> {
  const world = (await listRealWorlds(RECORDS)).find((each) => each.name === name);
  assert.ok(world, name);
  const records = new Map<string, Published>();
  const parsed = await parseFiles(world.paths, world.readOn);
  await readPublished(parsed, day, (published) => records.set(published.card.license.number, published));
  return records;
}

const of = (records: ReadonlyMap<string, Published>, number: string): Published => {
  const found = records.get(number);
  assert.ok(found, number);
  return found;
};
const reasonsOf = ({ decision }: Published) => decision.reasons.map(({ text }) => text).join(' ');

/** The verdicts by their names in a search row. */
const VERDICTS: Readonly<Record<string, string>> = {
  'Clear to book': 'CLEAR',
  'Book with care': 'CONDITIONAL',
  'Review first': 'REVIEW',
  'Not enough record': 'REVIEW',
  'Don’t book': 'DECLINE',
};

describe('real vendors about whom a statement used to be false', { skip }, () => {
  test('three visits that name an unrelated business do not count toward any letter', async () => {
    const records = await readWorld('District 6, licenses of July 2019', '2018-06-30');
    const caterer = of(records, 'CAT1305027');
    assert.deepEqual(
      [caterer.decision.verdict, caterer.card.grade, caterer.card.uncertain_record?.inspections],
      ['REVIEW', null, 3],
    );
    assert.deepEqual([...new Set(caterer.card.inspections.map(({ owner }) => owner))], ['uncertain']);
    assert.match(reasonsOf(caterer), /3 inspections on file may be another owner’s: they name the business/);
  });

  test('the previous holder’s record ends when a later license file names a new holder', async () => {
    const records = await readWorld('Districts 5 and 6, all license files', '2025-07-07');
    const truck = of(records, 'MFD5650210');
    assert.deepEqual(
      [truck.decision.verdict, truck.card.grade, truck.card.inspections.map(({ owner }) => owner)],
      ['REVIEW', null, ['prior']],
    );
    assert.match(reasonsOf(truck), /No inspections under the current owner are on record/);
  });

  test('nothing is claimed about the license if no license file for the district was read', async () => {
    const records = await readWorld('Districts 5 and 6, licenses of July 2019', '2018-08-04');
    const unread = [...records.values()].filter(({ card }) => card.license.status === 'no_file');
    assert.ok(unread.length >= 55, String(unread.length));
    for (const published of unread) {
      assert.equal(published.decision.verdict === 'CLEAR', false);
      const said = `${reasonsOf(published)} ${JSON.stringify(published.selfCheck)} ${published.pages.vendor}`;
      assert.match(said, /haven’t loaded a license file for its district/i);
      assert.doesNotMatch(said, /not in the latest license file|apply for (a|one)/i);
    }
  });

  test('the decision, the recommendation and the search row agree about every vendor', async () => {
    const pairs = new Set<string>();
    for (const [world, day] of [
      ['District 6, licenses of July 2019', '2018-06-30'],
      ['Districts 5 and 6, all license files', '2025-07-07'],
    ] as const)
      for (const { decision, card, pages } of (await readWorld(world, day)).values()) {
        const row = /<span class="mark[^"]*"><span[^>]*>.<\/span> ([^<]+)<\/span>/.exec(pages.row)?.[1] ?? '';
        assert.equal(VERDICTS[row], decision.verdict, row);
        pairs.add(`${decision.verdict} ${card.recommendation.code}`);
      }
    const allowed = ['CLEAR book', 'CONDITIONAL book_after_review', 'REVIEW review', 'DECLINE do_not_book'];
    assert.deepEqual(
      [...pairs].filter((pair) => !allowed.includes(pair)),
      [],
    );
  });

  test('a recommended order is shown as the closure that followed, in the regulator’s words', async () => {
    const records = await readWorld('District 6, licenses of July 2019', '2016-05-05');
    const truck = [...records.values()].find(({ digits }) => digits === '1350196');
    assert.ok(truck?.card.hold.active);
    assert.equal(truck.card.inspections[0]?.result, 'closed');
    assert.match(
      reasonsOf(truck),
      /^The regulator closed the business under this license: “Emergency order recommended” \(May 4, 2016\)\. Nothing on file shows that it reopened\./,
    );
  });
});
