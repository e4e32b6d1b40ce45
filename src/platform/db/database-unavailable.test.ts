import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  asPostgresUnavailable,
  asSqliteUnavailable,
  DatabaseUnavailable,
  findUnavailable,
} from './database-unavailable.ts';

const errorWith = (fields: Record<string, unknown>, message = 'it failed') =>
  Object.assign(new Error(message), fields);
const conditionOf = (error: unknown) => (error instanceof DatabaseUnavailable ? error.condition : undefined);

describe('database errors', () => {
  const codes: readonly (readonly [code: string, condition: string | undefined])[] = [
    ['08006', 'away'],
    ['57P01', 'away'],
    ['57P02', 'away'],
    ['57P03', 'away'],
    ['53100', 'full'],
    ['53300', 'slow'],
    ['25006', 'read_only'],
    ['55P03', 'slow'],
    ['57014', 'slow'],
    ['25P03', 'slow'],
    ['58030', 'broken'],
    ['XX001', 'damaged'],
    ['XX002', 'damaged'],
    ['XX000', undefined],
    ['ECONNREFUSED', 'away'],
    ['ECONNRESET', 'away'],
    ['ETIMEDOUT', 'away'],
    ['23505', undefined],
    ['22P02', undefined],
    ['40001', undefined],
    ['42P01', undefined],
  ];
  for (const [code, condition] of codes)
    test(`PostgreSQL ${code} is classified as ${condition ?? 'no outage'}`, () =>
      assert.equal(conditionOf(asPostgresUnavailable(errorWith({ code }))), condition));

  // On a full disk, PostgreSQL cannot write the file that a new connection needs: "could not write init
  // file".
  test('PostgreSQL XX000 is classified as broken if it ends the connection', () => {
    for (const [severity, condition] of [
      ['FATAL', 'broken'],
      ['PANIC', 'broken'],
      ['ERROR', undefined],
    ])
      assert.equal(conditionOf(asPostgresUnavailable(errorWith({ code: 'XX000', severity }))), condition);
  });

  const messages: readonly (readonly [message: string, condition: string | undefined])[] = [
    ['timeout exceeded when trying to connect', 'slow'],
    ['Query read timeout', 'slow'],
    ['Connection terminated due to connection timeout', 'slow'],
    ['Connection terminated unexpectedly', 'away'],
    ['Client has encountered a connection error and is not queryable', 'away'],
    ['something else', undefined],
  ];
  for (const [message, condition] of messages)
    test(`the driver’s “${message}” is classified as ${condition ?? 'no outage'}`, () =>
      assert.equal(conditionOf(asPostgresUnavailable(new Error(message))), condition));

  const results: readonly (readonly [errcode: number, condition: string | undefined])[] = [
    [5, 'locked'],
    [8, 'read_only'],
    [1032, 'read_only'],
    [10, 'broken'],
    [778, 'broken'],
    [13, 'full'],
    [14, 'broken'],
    [11, 'damaged'],
    [267, 'damaged'],
    [26, 'damaged'],
    [1, undefined],
    [2067, undefined],
  ];
  for (const [errcode, condition] of results)
    test(`SQLite ${errcode} is classified as ${condition ?? 'no outage'}`, () =>
      assert.equal(conditionOf(asSqliteUnavailable(errorWith({ errcode }))), condition));

  test('an outage is recognized even as the cause of another error, or without its class after a worker thread', () => {
    const unavailable = new DatabaseUnavailable('full', '53100');
    assert.equal(
      findUnavailable(new Error('outer', { cause: new Error('x', { cause: unavailable }) })),
      unavailable,
    );
    const passedOn: unknown = structuredClone(unavailable);
    assert.ok(passedOn instanceof Error);
    assert.ok(findUnavailable(Object.assign(passedOn, { code: unavailable.code })));
    assert.equal(findUnavailable(new Error('x', { cause: errorWith({ code: 'ECONNREFUSED' }) })), undefined);
  });
});
