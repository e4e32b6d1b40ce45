import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSmallWorld } from '../sentences/small-world.ts';
import { toRawWorld } from './raw-world.ts';
import { compareReadings } from './second-reading.ts';
import { truthsOf } from './truth.ts';

test('an independent reading of the raw rows matches the published data for every vendor, and detects one changed cell', async () => {
  const { records, truths, files, day } = await readSmallWorld();
  assert.equal(records.length, truths.size);
  const keyOf = ({ type, digits }: { type: string; digits: string }) => `${type} ${digits}`;
  for (const published of records)
    assert.deepEqual(compareReadings(published, truths.get(keyOf(published))), []);
  const victim = records.find(({ card }) => card.last_disposition?.result === 'met');
  assert.ok(victim);
  const newest = victim.card.inspections[0]?.visit_id;
  const changes = {
    disposition: 'Emergency order recommended',
    day: '2010-01-01',
    name: 'ANOTHER BUSINESS',
    licenseId: 1,
    counts: ['9', '9', '0', '0'],
  };
  for (const [field, value] of Object.entries(changes)) {
    const changed = files.map((file) =>
      file.kind === 'inspections'
        ? {
            ...file,
            rows: file.rows.map((row) => (row.visitId === newest ? { ...row, [field]: value } : row)),
          }
        : file,
    );
    const truth = truthsOf(toRawWorld(changed), day).get(keyOf(victim));
    if (field !== 'name') assert.notDeepEqual(compareReadings(victim, truth), [], field);
  }
});
