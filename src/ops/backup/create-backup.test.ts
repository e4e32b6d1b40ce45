import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { removeLeftovers } from './create-backup.ts';

const NOW = new Date('2026-02-03T04:05:06Z');
const HOUR_MS = 3_600_000;

test('only files left behind by a backup or restore that was killed a day or more ago are removed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leftovers-'));
  const make = async (name: string, hoursAgo: number) => {
    const made = path.join(folder, name);
    await mkdir(path.join(made, 'inside'), { recursive: true });
    const at = new Date(NOW.getTime() - hoursAgo * HOUR_MS);
    await utimes(made, at, at);
    return name;
  };
  await make(`.backup-${randomUUID()}`, 24);
  await make(`.restore-${randomUUID()}`, 500);
  const stay = [
    await make(`.backup-${randomUUID()}`, 23),
    await make(`.restore-${randomUUID()}`, 1),
    await make('.backup-of-mine', 500),
    await make('regulator', 500),
  ];
  await removeLeftovers(folder, NOW);
  assert.deepEqual(readdirSync(folder).sort(), stay.sort());
  await rm(folder, { recursive: true });
  await removeLeftovers(folder, NOW);
});
