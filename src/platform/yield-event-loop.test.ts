import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlice, mapInSlices } from './yield-event-loop.ts';

test('other work runs after every few items while a long list is being processed', async () => {
  let clock = 0;
  const log: string[] = [];
  const work = (item: number) => {
    clock += 2;
    log.push(String(item));
    return item * 10;
  };
  const others = () => log.push('others');
  setImmediate(others);
  const made = await mapInSlices(
    [1, 2, 3, 4, 5],
    work,
    createSlice(() => clock),
  );
  assert.deepEqual(made, [10, 20, 30, 40, 50]);
  assert.deepEqual(log, ['1', '2', '3', 'others', '4', '5']);
});
