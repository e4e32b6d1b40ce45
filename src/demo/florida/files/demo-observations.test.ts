import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDemoFiles } from '../../../../test/support/demo-app.ts';
import { parseCategories } from '../../../regulator/source/categories.ts';
import { SENTENCES } from './sentences.ts';

const files = await readDemoFiles();
const observed = files.flatMap(({ records }) => (records?.kind === 'observations' ? records.rows : []));
const visits = files.flatMap(({ records }) => (records?.kind === 'inspections' ? records.rows : []));

describe('the demo’s observations', () => {
  test('cite as many categories and tiers as the inspections count, for some of the visits with violations', () => {
    const byVisit = Map.groupBy(observed, ({ visitId }) => visitId);
    const cited = visits.filter(({ categories }) => categories !== '');
    const withText = cited.filter(({ visitId }) => byVisit.has(visitId));
    const share = withText.length / cited.length;
    assert.ok(share > 0.6 && share < 0.85, String(share));
    for (const visit of withText) {
      const rows = byVisit.get(visit.visitId) ?? [];
      const tally = (tier: string) => rows.filter((row) => row.tier === tier).length;
      assert.deepEqual(
        [tally('high_priority'), tally('intermediate'), tally('basic')],
        [visit.highPriority, visit.intermediate, visit.basic],
      );
      for (const [category, count] of parseCategories(visit.categories))
        assert.equal(rows.filter((row) => row.category === category).length, count);
    }
  });

  test('name fake employees, whose names are removed when the file is read', () => {
    const remarks = [...SENTENCES.values()].flatMap((sentence) => sentence.remarks).join(' ');
    const names = ['Fabledale', 'Mythwood', 'Storywell', 'Neverland', 'Talltale', 'Marisol', 'Odalys'];
    const texts = observed.map(({ text }) => text).join('\n');
    for (const name of names) {
      assert.ok(remarks.includes(name), name);
      assert.ok(!texts.includes(name), name);
    }
    assert.ok(texts.includes('[name]'));
  });

  test('are rarely the same for two visits, even with many vendors, because the import rejects a file where they often are', async () => {
    const many = (await readDemoFiles(3_000)).flatMap(({ records }) =>
      records?.kind === 'observations' ? records.rows : [],
    );
    const visits = [...Map.groupBy(many, ({ visitId }) => visitId).values()].filter(
      ({ length }) => length > 1,
    );
    const texts = new Set(visits.map((rows) => rows.map(({ text }) => text).join('\n')));
    assert.ok(visits.length > 1_000, String(visits.length));
    assert.ok(
      visits.length - texts.size < visits.length / 1_000,
      `${visits.length} visits, ${texts.size} texts`,
    );
  });

  test('have a sentence for every category that the demo cites', () => {
    assert.ok(observed.every(({ text }) => !text.includes('not in order.')));
  });
});
