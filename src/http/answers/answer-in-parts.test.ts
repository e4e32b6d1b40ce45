import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Fastify from 'fastify';
import { answerError } from '../errors/error-answers.ts';
import { AppError } from '../errors/errors.ts';
import { envelopeParts, sendInParts } from './answer-in-parts.ts';

describe('a body sent in parts', () => {
  async function* rowsOf(parts: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
    yield* parts;
  }
  const bodyOf = async (parts: readonly (readonly string[])[]) => {
    let body = '';
    for await (const part of envelopeParts(rowsOf(parts))) body += part;
    return body;
  };
  const answerWith = async (makeParts: () => AsyncGenerator<string>) => {
    const app = Fastify();
    app.setErrorHandler(answerError);
    app.get('/', (_request, reply) => sendInParts(reply.type('text/plain'), makeParts()));
    const answer = await app.inject('/');
    await app.close();
    return answer;
  };

  test('contains the same rows and row count, however the rows are divided into parts', async () => {
    const whole = '{"data":[1,2,3],"meta":{"count":3},"error":null}';
    for (const parts of [[['1', '2', '3']], [['1'], [], ['2', '3']], [[], ['1', '2', '3'], []]])
      assert.equal(await bodyOf(parts), whole);
    assert.equal(await bodyOf([]), '{"data":[],"meta":{"count":0},"error":null}');
    assert.equal(await bodyOf([[]]), '{"data":[],"meta":{"count":0},"error":null}');
  });

  test('arrives complete', async () => {
    const answer = await answerWith(async function* () {
      for (let each = 0; each < 50; each++) yield `${each};`.repeat(10_000);
    });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body.length, 10_000 * (10 * 2 + 40 * 3));
    assert.ok(answer.body.endsWith('49;'));
  });

  test('becomes an ordinary error response if the first part cannot be built', async () => {
    const answer = await answerWith(async function* () {
      if (Date.now() > 0) throw new AppError('not_ready', 'Not yet.');
      yield '';
    });
    assert.deepEqual([answer.statusCode, answer.body], [503, '{"error":"Not yet.","code":"not_ready"}']);
  });

  test('ends in a broken connection if a later part cannot be built', async () => {
    await assert.rejects(
      answerWith(async function* () {
        yield 'first';
        throw new Error('the database is gone');
      }),
    );
  });
});
