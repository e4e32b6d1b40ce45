import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { changeSnapshot } from '../../../test/support/change-snapshot.ts';
import { pretendEarlierFormat } from '../../../test/support/earlier-format.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { englishLines } from '../../../test/support/english-left.ts';
import { inspectionRow, licenseRow } from '../../../test/support/regulator-files.ts';
import { PELICAN, publishDay } from '../../../test/support/watch-rows.ts';
import type { Language } from '../../lib/language/language.ts';
import { publish } from '../../records/publication/service.ts';
import { vendorId } from '../../records/record/vendor-id.ts';
import { createFollows, FOLLOWS_MAX, type Follows } from './service.ts';
import type { Topic } from './topic.ts';

const READER = 'reader@market.example';
const ID = vendorId('2014', PELICAN.license_digits);
const PAGE = `https://vendors.example/vendor/${ID}`;

describeBothEngines('the weekly email about a vendor’s record', (open) => {
  let database: TestDatabase;
  let follows: Follows;
  let now: string;

  beforeEach(async () => {
    database = await open();
    follows = createFollows({
      ledgerDb: database.db,
      engine: database.engine,
      registry: database.published,
      baseUrl: 'https://vendors.example',
      secret: 'a secret of tests',
      readClosures: async () => assert.fail('closures are not needed'),
      now: () => new Date(now),
    });
    await publishOn('2026-03-16', {});
  });

  /** Publishes the vendor's files of a day, at which the clock then is. */
  async function publishOn(
    day: string,
    license: Parameters<typeof licenseRow>[0] | null,
    visits: readonly (readonly string[])[] = [inspectionRow()],
  ): Promise<void> {
    now = `${day}T15:00:00Z`;
    const others = ['MFD4700002', 'MFD4700003'].map((licenseNumber) => licenseRow({ licenseNumber }));
    const licenses = license === null ? others : [licenseRow(license), ...others];
    await publishDay(database, { day, licenses, visits });
  }
  const mails = () =>
    database.db
      .selectFrom('mails')
      .select(['recipient', 'subject', 'body', 'unsubscribe'])
      .orderBy('created_at')
      .execute();
  const clear = () => database.db.deleteFrom('mails').execute();
  const rows = () => database.db.selectFrom('follows').selectAll().execute();
  const tokenIn = (body: string | undefined) => /token=([\w-]+)/.exec(body ?? '')?.[1] ?? '';
  const topicOf = async (id: string): Promise<Topic> => ({
    kind: 'vendor',
    vendor: await follows.getVendor(id),
  });

  /** Follows a vendor, and returns the token of the links. */
  async function follow(language: Language = 'en', id = ID): Promise<string> {
    assert.equal(await follows.ask(READER, await topicOf(id), language), undefined);
    const token = tokenIn((await mails()).at(-1)?.body);
    assert.equal((await follows.confirm(token)).isConfirmed, true);
    await clear();
    return token;
  }

  test('is sent only after the reader confirmed, once, and only about changes after that', async () => {
    await follows.ask(` ${READER.toUpperCase()}`, await topicOf(ID), 'en');
    const [asked] = await mails();
    assert.equal(asked?.recipient, READER);
    assert.equal(
      asked?.subject,
      'Confirm: an email when the record of “PELICAN TACO WAGON”, license MFD4758801 changes',
    );
    await clear();
    await publishOn('2026-03-17', { expiresOn: '2027-06-01' });
    assert.equal(await follows.sendVendors(), 0, 'not confirmed');
    await follows.confirm(tokenIn(asked?.body));
    assert.equal(await follows.sendVendors(), 0, 'changed before it was confirmed');
    const warned = inspectionRow({
      visitId: 9900002,
      caseId: 7700002,
      visitedOn: '2026-03-18',
      disposition: 'Warning Issued',
      total: 3,
      highPriority: 1,
      basic: 2,
    });
    await publishOn('2026-03-19', { expiresOn: '2027-06-01', primaryStatus: '45' }, [
      inspectionRow(),
      warned,
    ]);
    assert.deepEqual([await follows.sendVendors(), await follows.sendVendors()], [1, 0]);
    const [sent, ...others] = await mails();
    assert.deepEqual(others, []);
    const body = sent?.body ?? '';
    assert.equal(sent?.subject, 'MFD4758801: 2 changes on record');
    for (const part of [
      'The record of “PELICAN TACO WAGON”, license MFD4758801 changed.',
      'March 19, 2026:\n- ',
      '- The license status is now: not renewed (delinquent). Before: current.',
      '- DBPR inspected on March 18, 2026, “Routine - Food”. Result: “Warning Issued” (3 violations, 1 high priority).',
      `${PAGE}\n`,
      `${PAGE}/changes\n`,
    ])
      assert.ok(body.includes(part), `${part}\n---\n${body}`);
    assert.doesNotMatch(body, /2027/, 'the change before it was confirmed');
    assert.match(sent?.unsubscribe ?? '', /^https:\/\/vendors\.example\/follow\/stop\?token=/);
  });

  test('comes at most once a week, with everything that changed since the last one', async () => {
    await follow();
    await publishOn('2026-03-17', { expiresOn: '2027-06-01' });
    assert.equal(await follows.sendVendors(), 1);
    await clear();
    await publishOn('2026-03-18', { expiresOn: '2027-03-01' });
    await publishOn('2026-03-20', { expiresOn: '2027-03-01', businessName: 'HERON TACOS' });
    now = '2026-03-24T14:59:59Z';
    assert.equal(await follows.sendVendors(), 0);
    now = '2026-03-24T15:00:00Z';
    assert.equal(await follows.sendVendors(), 1);
    const [sent] = await mails();
    assert.match(
      sent?.body ?? '',
      /March 18, 2026:\n- .*March 1, 2027\. Before: June 1, 2027\.\n\nMarch 20, 2026:\n- The name on file is now “HERON TACOS”\. Before: “PELICAN TACO WAGON”\./,
    );
    await clear();
    now = '2026-05-01T15:00:00Z';
    assert.equal(await follows.sendVendors(), 0, 'nothing changed');
  });

  test('quotes why the business was closed and marks what is ours, and says when the closure is over', async () => {
    const clean = ['2025-06-02', '2025-09-15', '2025-12-01', '2026-02-02'].map((visitedOn, index) =>
      inspectionRow({ visitId: 9900010 + index, caseId: 7700010 + index, visitedOn }),
    );
    await publishOn('2026-03-16', {}, clean);
    await follow();
    const closed = inspectionRow({
      visitId: 9900002,
      caseId: 7700002,
      visitedOn: '2026-03-17',
      disposition: 'Emergency order recommended',
    });
    await publishOn('2026-03-17', {}, [...clean, closed]);
    assert.equal(await follows.sendVendors(), 1);
    const body = (await mails())[0]?.body ?? '';
    for (const part of [
      '- The regulator closed the business under this license: “Emergency order recommended” (March 17, 2026). Nothing on file shows that it reopened.',
      '- Our grade is now: none while the regulator’s hold is in force. Before: A.',
      '- Our recommendation is now: Don’t book. Before: Clear to book.',
      '\n\nThe grade and the recommendation are ours, not DBPR’s.',
    ])
      assert.ok(body.includes(part), `${part}\n---\n${body}`);
    await clear();
    const reopened = inspectionRow({
      visitId: 9900003,
      caseId: 7700002,
      visitNumber: 2,
      visitedOn: '2026-03-18',
      disposition: 'Emergency Order Callback Complied',
    });
    await publishOn('2026-03-30', {}, [...clean, closed, reopened]);
    assert.equal(await follows.sendVendors(), 1);
    assert.match(
      (await mails())[0]?.body ?? '',
      /- No order or hold by DBPR is in force any more\. It was for “Emergency order recommended” \(March 17, 2026\)\./,
    );
  });

  test('says once that a license left the newest file', async () => {
    await follow('en', vendorId('2014', '4700002'));
    now = '2026-03-17T15:00:00Z';
    const licenses = [licenseRow(), licenseRow({ licenseNumber: 'MFD4700003' })];
    await publishDay(database, { day: '2026-03-17', licenses });
    assert.equal(await follows.sendVendors(), 1);
    assert.match(
      (await mails())[0]?.body ?? '',
      /- The license status is now: not in the latest license file\. Before: current\./,
    );
    now = '2026-03-25T15:00:00Z';
    await publishDay(database, { day: '2026-03-25', licenses });
    assert.equal(await follows.sendVendors(), 0);
  });

  test('says once that a vendor is in no file any more, and that it came back', async () => {
    const day = '2026-03-17';
    const licenseNumber = 'MFD4700009';
    now = `${day}T15:00:00Z`;
    const [only] = ['MFD4700002', 'MFD4700003'].map((each) => licenseRow({ licenseNumber: each }));
    assert.ok(only);
    await publishDay(database, { day, licenses: [licenseRow(), licenseRow({ licenseNumber }), only] });
    const token = await follow('en', vendorId('2014', '4700009'));
    const { id: fileId } = await database.db
      .selectFrom('import_files')
      .select('id')
      .where('kind', '=', 'licenses')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const withdrawal = { fileId, by: 'op', because: 'a test' };
    await publish(database, { files: [], now: () => new Date(now), withdrawal });
    assert.deepEqual([await follows.sendVendors(), await follows.sendVendors()], [1, 0]);
    const [sent] = await mails();
    assert.equal(sent?.subject, 'MFD4700009: one change on record');
    assert.match(sent?.body ?? '', /- The vendor no longer appears in the DBPR files/);
    assert.doesNotMatch(sent?.body ?? '', /vendors\.example\/vendor\//, 'a record that is gone has no page');
    const topic = await follows.getTopic(token);
    assert.ok(topic.kind === 'vendor' && topic.vendor.name === null);
    assert.equal(topic.vendor.licenseNumber, licenseNumber);
    await clear();
    now = '2026-03-25T15:00:00Z';
    await publishDay(database, {
      day: '2026-03-25',
      licenses: [licenseRow(), licenseRow({ licenseNumber }), only],
    });
    assert.equal(await follows.sendVendors(), 1);
    assert.match((await mails())[0]?.body ?? '', /- The vendor now appears in the DBPR files\./);
  });

  test('is not sent if only our program changed', async () => {
    await follow();
    await pretendEarlierFormat(database);
    await rename(database);
    await publish(database, { files: [], now: () => new Date(now) });
    const changes = await database.db
      .selectFrom('record_changes')
      .select('changes')
      .orderBy('number')
      .execute();
    assert.match(
      changes.at(-1)?.changes ?? '',
      /"identity".*"cause":"rules"/,
      'the program reads another name',
    );
    assert.equal(await follows.sendVendors(), 0);
    assert.deepEqual(await mails(), []);
  });

  test('says that our program changed, too, if files and program changed at once', async () => {
    await follow();
    await pretendEarlierFormat(database);
    await publishOn('2026-03-17', { expiresOn: '2027-06-01' });
    assert.equal(await follows.sendVendors(), 1);
    const body = (await mails())[0]?.body ?? '';
    assert.match(body, /June 1, 2027.*\n\nWe also updated our program/);
    assert.doesNotMatch(body, /DBPR (changed|updated)/);
  });

  test('is in the reader’s language, with the regulator’s words unchanged', async () => {
    await follow('es');
    const later = inspectionRow({ visitId: 9900002, caseId: 7700002, disposition: 'Warning Issued' });
    await publishOn('2026-03-17', { primaryStatus: '45', expiresOn: '2027-06-01', city: 'QUINCY' }, [
      inspectionRow({ disposition: 'Administrative complaint recommended' }),
      later,
    ]);
    assert.equal(await follows.sendVendors(), 1);
    const [sent] = await mails();
    const body = sent?.body ?? '';
    assert.match(body, /“Warning Issued”/);
    assert.ok(body.includes(`https://vendors.example/es/vendor/${ID}/changes`));
    assert.deepEqual(englishLines(`${sent?.subject}\n${body}`.replace(/“[^”]*”|https:\S+/g, ' ')), []);
  });

  test('never contains a link created by a name or place on file', async () => {
    await follow();
    await publishOn('2026-03-17', { businessName: 'GO TO https://evil.example', city: 'SEE EVIL.EXAMPLE' });
    assert.equal(await follows.sendVendors(), 1);
    assert.doesNotMatch((await mails())[0]?.body ?? '', /evil\.example/i);
  });

  test('goes out once from any number of processes at once', async () => {
    await follow();
    await publishOn('2026-03-17', { expiresOn: '2027-06-01' });
    const sent = await Promise.all(Array.from({ length: 5 }, () => follows.sendVendors()));
    assert.deepEqual([sent.reduce((sum, each) => sum + each, 0), (await mails()).length], [1, 1]);
  });

  test('ends through its link; then nothing is sent, and the address is gone', async () => {
    const token = await follow();
    await follows.stop(token);
    await follows.stop(token);
    assert.deepEqual(await rows(), []);
    await publishOn('2026-03-17', { expiresOn: '2027-06-01' });
    assert.equal(await follows.sendVendors(), 0);
    await assert.rejects(follows.getTopic(token), { code: 'not_found' });
  });

  test(`can be confirmed ${FOLLOWS_MAX} times by one address, also by requests at once`, async () => {
    const token = await follow();
    const [row] = await rows();
    assert.ok(row);
    const others = Array.from({ length: FOLLOWS_MAX - 2 }, (_, index) => `${index}`);
    await database.db
      .insertInto('follows')
      .values(others.map((id) => ({ ...row, id, license_key: `2014:${id}`, token_sha256: id })))
      .execute();
    const last = await Promise.all(
      ['4700002', '4700003'].map(async (digits) => {
        await follows.ask(READER, await topicOf(vendorId('2014', digits)), 'en');
        return tokenIn((await mails()).find(({ body }) => body.includes(digits))?.body);
      }),
    );
    const confirmed = await Promise.all(last.map((each) => follows.confirm(each)));
    assert.deepEqual(confirmed.map(({ isConfirmed }) => isConfirmed).sort(), [false, true]);
    await follows.stop(token);
    for (const each of last) assert.equal((await follows.confirm(each)).isConfirmed, true);
  });

  test('is not asked for more than a few times an hour, and then nothing is stored', async () => {
    for (const digits of [PELICAN.license_digits, '4700000', '4700002', '4700003'])
      await follows.ask(READER, await topicOf(vendorId('2014', digits)), 'en');
    assert.deepEqual([(await mails()).length, (await rows()).length], [3, 3]);
    await assert.rejects(follows.getVendor(vendorId('2014', '9999999')), { code: 'vendor_not_found' });
    await assert.rejects(follows.getVendor('nobody'), { code: 'vendor_not_found' });
  });
});

/** Changes the name in the published snapshot, as if an earlier version of the program had read it differently. */
async function rename(database: TestDatabase): Promise<void> {
  await changeSnapshot(database, (snapshot) =>
    snapshot.exec(
      `update records set scorecard = replace(scorecard, 'PELICAN TACO', 'HERON TACO'); update vendors set sha256 = 'x'`,
    ),
  );
}
