import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { ListedClosures } from './closed-business.ts';
import { createFollows, type Follows } from './service.ts';
import type { Topic } from './topic.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const READER = 'reader@paper.example';

describeBothEngines('the weekly email about closures', (open) => {
  let database: TestDatabase;
  let follows: Follows;
  let found: ListedClosures | undefined;
  beforeEach(async () => {
    database = await open();
    found = at('2026-03-15');
    follows = withSecret('a secret of tests');
  });

  function withSecret(secret: string): Follows {
    return createFollows({
      ledgerDb: database.db,
      engine: database.engine,
      registry: database.published,
      baseUrl: 'https://vendors.example',
      secret,
      readClosures: async () => found ?? Promise.reject(new AppError('not_ready', 'not ready')),
      now: () => NOW,
    });
  }

  function at(
    through: string,
    ...closures: [name: string, county: string, closedOn: string][]
  ): ListedClosures {
    return {
      through,
      fictional: false,
      countiesRead: new Set(['Orange', 'Lake']),
      closures: closures.map(([name, county, closedOn]) => ({
        name,
        county,
        closedOn,
        licenseNumber: 'MFD1',
        city: 'ORLANDO',
        isExact: true,
        reopenedOn: null,
      })),
    };
  }
  const of = (county: string): Topic => ({ kind: 'closures', county });
  const mails = () =>
    database.db
      .selectFrom('mails')
      .select(['recipient', 'subject', 'body', 'unsubscribe'])
      .orderBy('created_at')
      .execute();
  const clear = () => database.db.deleteFrom('mails').execute();
  const tokenIn = (body: string | undefined) => /token=([\w-]+)/.exec(body ?? '')?.[1] ?? '';
  /** Subscribes to a county, confirms the subscription, and returns the token in the links. */
  const follow = async (county: string, email = READER): Promise<string> => {
    assert.equal(await follows.ask(email, of(county), 'en'), undefined);
    const token = tokenIn((await mails()).at(-1)?.body);
    await follows.confirm(token);
    await clear();
    return token;
  };

  test('is sent only after the reader confirms the address, and only about later closures', async () => {
    await follows.ask(' Reader@Paper.example ', of('Orange'), 'es');
    const [asked] = await mails();
    assert.equal(asked?.recipient, READER);
    assert.match(asked?.subject ?? '', /^Confirme: cierres en el condado de Orange/);
    assert.match(asked?.body ?? '', /https:\/\/vendors\.example\/es\/follow\/confirm\?token=/);
    await clear();
    found = at(
      '2026-03-22',
      ['EARLY', 'Orange', '2026-03-15'],
      ['TACOS', 'Orange', '2026-03-16'],
      ['FAR', 'Lake', '2026-03-17'],
    );
    assert.equal(await follows.sendClosures(), 0);
    found = at('2026-03-15');
    await follows.confirm(tokenIn(asked?.body));
    assert.equal(await follows.sendClosures(), 0, 'not before a week');
    found = at(
      '2026-03-22',
      ['EARLY', 'Orange', '2026-03-15'],
      ['TACOS', 'Orange', '2026-03-16'],
      ['FAR', 'Lake', '2026-03-17'],
    );
    assert.deepEqual([await follows.sendClosures(), await follows.sendClosures()], [1, 0]);
    const [sent, ...others] = await mails();
    assert.deepEqual(others, []);
    assert.equal(sent?.subject, 'Un negocio cerrado en el condado de Orange');
    assert.match(sent?.body ?? '', /“TACOS”/);
    assert.match(sent?.body ?? '', /https:\/\/vendors\.example\/es\/florida\/closures\/orange\n/);
    assert.doesNotMatch(sent?.body ?? '', /EARLY|FAR/);
    assert.match(sent?.unsubscribe ?? '', /^https:\/\/vendors\.example\/es\/follow\/stop\?token=/);
  });

  test('covers every county for a statewide subscription; a week without closures gets no email, then or later', async () => {
    await follow('');
    found = at('2026-03-22');
    assert.equal(await follows.sendClosures(), 0);
    found = at(
      '2026-03-29',
      ['OLD', 'Lake', '2026-03-20'],
      ['A', 'Orange', '2026-03-25'],
      ['B', 'Lake', '2026-03-26'],
    );
    assert.equal(await follows.sendClosures(), 1);
    const [sent] = await mails();
    assert.equal(sent?.subject, '2 businesses closed in Florida');
    assert.match(sent?.body ?? '', /“A”.*\n.*“B”/);
    assert.match(sent?.body ?? '', /https:\/\/vendors\.example\/florida\/closures\n/);
    assert.doesNotMatch(sent?.body ?? '', /OLD/);
  });

  test('waits until a file for the county has been read, and until the first publication', async () => {
    await follow('Polk');
    found = at('2026-03-29', ['A', 'Polk', '2026-03-25']);
    assert.equal(await follows.sendClosures(), 0);
    found = { ...found, countiesRead: new Set(['Polk']) };
    assert.equal(await follows.sendClosures(), 1, 'and then tells of these days');
    found = undefined;
    assert.equal(await follows.sendClosures(), 0);
  });

  test('ends through its link, which also works a second time, while a fake link is not found', async () => {
    const token = await follow('Orange');
    assert.deepEqual(await follows.getTopic(token), of('Orange'));
    await follows.stop(token);
    await follows.stop(token);
    assert.deepEqual(await database.db.selectFrom('follows').selectAll().execute(), []);
    for (const made of ['', 'made-up', token]) {
      await assert.rejects(follows.getTopic(made), { code: 'not_found' });
      await assert.rejects(follows.confirm(made), { code: 'not_found' });
    }
  });

  test('has a link that still works after the service’s secret has changed', async () => {
    await follow('Orange');
    found = at('2026-03-22', ['A', 'Orange', '2026-03-17']);
    follows = withSecret('another secret');
    await follows.sendClosures();
    const token = tokenIn((await mails())[0]?.body);
    assert.deepEqual(await follows.getTopic(token), of('Orange'));
    await follows.stop(token);
    assert.deepEqual(await database.db.selectFrom('follows').selectAll().execute(), []);
  });

  test('never asks an address that already subscribes, and asks any other address only a few times, without an error', async () => {
    await follow('Orange');
    assert.equal(await follows.ask(READER, of('Orange'), 'en'), undefined);
    assert.deepEqual(await mails(), []);
    for (let count = 0; count < 5; count += 1) await follows.ask('other@paper.example', of('Orange'), 'en');
    assert.equal((await mails()).length, 3);
    assert.match((await follows.ask('nobody', of('Orange'), 'en')) ?? '', /email/);
  });

  test('never contains a link that a business name created', async () => {
    await follow('Orange');
    found = at('2026-03-22', ['GO TO https://evil.example', 'Orange', '2026-03-17']);
    await follows.sendClosures();
    assert.doesNotMatch((await mails())[0]?.body ?? '', /evil\.example|https:\/\/evil/);
  });
});
