import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { listSnapshots, removeOldSnapshots } from './snapshot-folder.ts';

describe('the snapshot folder', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'snapshots-'));
  after(() => rmSync(root, { recursive: true }));
  const now = new Date('2026-06-30T12:00:00Z');
  let made = 0;

  /** Creates a folder with these entries, each this many days old. */
  function makeFolder(entries: Readonly<Record<string, number>>): string {
    made += 1;
    const folder = path.join(root, `${made}`);
    mkdirSync(folder);
    for (const [name, days] of Object.entries(entries)) {
      writeFileSync(path.join(folder, name), 'x');
      const changed = new Date(now.getTime() - days * 86_400_000);
      utimesSync(path.join(folder, name), changed, changed);
    }
    return folder;
  }
  const name = (version: number) => `${version}-${`${version}`.repeat(16).slice(0, 16)}.sqlite`;
  const names = (folder: string) => readdirSync(folder).sort();

  test('keeps a snapshot for the configured number of days after it was replaced, regardless of its age', () => {
    const folder = makeFolder({ [name(1)]: 60, [name(2)]: 40, [name(3)]: 6, [name(4)]: 1 });
    const removed = removeOldSnapshots(folder, { current: name(4), daysKept: 7, now });
    assert.equal(removed, 1);
    assert.deepEqual(names(folder), [name(2), name(3), name(4)]);
  });

  test('removes a compressed snapshot like any other', () => {
    const folder = makeFolder({ [`${name(1)}.zst`]: 60, [`${name(2)}.zst`]: 40, [name(3)]: 6, [name(4)]: 1 });
    assert.equal(removeOldSnapshots(folder, { current: name(4), daysKept: 7, now }), 1);
    assert.deepEqual(names(folder), [`${name(2)}.zst`, name(3), name(4)]);
  });

  test('keeps only the current snapshot if the setting is 0 days', () => {
    const folder = makeFolder({ [name(1)]: 60, [name(2)]: 40, [name(3)]: 6 });
    removeOldSnapshots(folder, { current: name(3), daysKept: 0, now });
    assert.deepEqual(names(folder), [name(3)]);
  });

  test('removes snapshots newer than the current one after a backup has been restored', () => {
    const folder = makeFolder({ [name(1)]: 20, [name(2)]: 9, [name(3)]: 8 });
    removeOldSnapshots(folder, { current: name(1), daysKept: 7, now });
    assert.deepEqual(names(folder), [name(1)]);
  });

  test('removes files left by killed builds after a day, but no unknown files', () => {
    const folder = makeFolder({ 'unfinished-abc': 2, 'unfinished-def': 0.5, 'notes.txt': 90, [name(1)]: 90 });
    assert.equal(removeOldSnapshots(folder, { current: name(1), daysKept: 7, now }), 1);
    assert.deepEqual(names(folder), [name(1), 'notes.txt', 'unfinished-def'].sort());
  });

  test('lists complete snapshots, newest first, and none if it is missing', () => {
    const folder = makeFolder({ [name(2)]: 1, [name(3)]: 1, 'unfinished-abc': 1 });
    assert.deepEqual(
      listSnapshots(folder).map(({ version }) => version),
      [3, 2],
    );
    assert.deepEqual(listSnapshots(path.join(folder, 'nowhere')), []);
    assert.equal(removeOldSnapshots(path.join(folder, 'nowhere'), { current: '', daysKept: 7, now }), 0);
  });
});
