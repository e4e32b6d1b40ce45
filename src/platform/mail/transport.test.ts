import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import PostalMime from 'postal-mime';
import { type FakeMailServer, type Reply, startFakeMailServer } from '../../../test/support/mail-server.ts';
import { createLogger } from '../log/log.ts';
import type { OutgoingMail } from './message.ts';
import { createMailTransport, type MailTransport, PermanentMailError } from './transport.ts';

const ID = '0b54a2c4-9a3e-4a39-8d50-6a1f6f1f2a10';
const MAIL: OutgoingMail = {
  id: ID,
  to: 'jane@trucks.example',
  subject: 'Tu solicitud: Taquería «Ñandú» 🌮',
  text: 'Hola Zoë,\n\n.a line that begins with a dot\nhttps://vendors.example/confirm?token=abc\n',
  createdAt: new Date('2026-03-16T15:00:00.000Z'),
};

async function overSmtp(
  t: TestContext,
  options: { from?: string; onRecipient?: (address: string) => Reply | undefined; message?: Reply } = {},
): Promise<{ transport: MailTransport; server: FakeMailServer }> {
  const { from = 'Trucks, Checked <no-reply@vendors.example>', onRecipient, message } = options;
  const server = await startFakeMailServer({ ...(onRecipient && { onRecipient }), onMessage: () => message });
  const transport = createMailTransport({
    smtpUrl: server.url,
    from,
    outboxDir: '/nowhere',
    siteUrl: 'https://vendors.example',
    log: createLogger('silent'),
  });
  t.after(async () => {
    transport.close();
    await server.close();
  });
  return { transport, server };
}

test('an email has one-click unsubscribe headers only for an address on our site', async (t) => {
  const { transport, server } = await overSmtp(t);
  const ours = 'https://vendors.example/florida/closures/stop?token=abc';
  for (const unsubscribe of [ours, 'https://evil.example/stop', `${ours}> <mailto:x@evil.example`, undefined])
    await transport.send({ ...MAIL, unsubscribe });
  const found = await Promise.all(
    server.arrived.map(async ({ source }) =>
      (await PostalMime.parse(source)).headers
        .filter(({ key }) => key.startsWith('list-unsubscribe'))
        .map(({ value }) => value)
        .sort(),
    ),
  );
  assert.deepEqual(found, [[`<${ours}>`, 'List-Unsubscribe=One-Click'], [], [], []]);
});

test('an email arrives as text and HTML, with its sender, date and headers that mark it as automatic', async (t) => {
  const { transport, server } = await overSmtp(t);
  await transport.send(MAIL);
  const [mail, ...others] = server.arrived;
  assert.ok(mail);
  assert.deepEqual([others, mail.from, mail.to], [[], 'no-reply@vendors.example', ['jane@trucks.example']]);
  const read = await PostalMime.parse(mail.source);
  assert.equal(read.subject, MAIL.subject);
  assert.equal(read.text?.trimEnd(), MAIL.text.trimEnd());
  assert.match(
    read.html ?? '',
    /<p [^>]*>Hola Zoë,<\/p>.*<a href="https:\/\/vendors\.example\/confirm\?token=abc"/s,
  );
  assert.deepEqual(read.from, { name: 'Trucks, Checked', address: 'no-reply@vendors.example' });
  assert.deepEqual(read.to, [{ name: '', address: 'jane@trucks.example' }]);
  assert.equal(read.messageId, `<${ID}@vendors.example>`);
  assert.equal(read.date, '2026-03-16T15:00:00.000Z');
  const header = (key: string) => read.headers.filter((each) => each.key === key).map(({ value }) => value);
  assert.deepEqual(header('auto-submitted'), ['auto-generated']);
  assert.deepEqual(header('x-auto-response-suppress'), ['All']);
  assert.match(header('content-type').join(), /^multipart\/alternative;/);
});

test('an email that is sent again has the same Message-ID', async (t) => {
  const { transport, server } = await overSmtp(t, { from: 'no-reply@localhost' });
  await transport.send(MAIL);
  await transport.send(MAIL);
  const ids = server.arrived.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
  assert.deepEqual(ids, [`<${ID}@localhost>`, `<${ID}@localhost>`]);
});

test('a subject cannot start another header', async (t) => {
  const { transport, server } = await overSmtp(t);
  const subject = 'Hello\r\nBcc: eve@evil.example\r\n\r\nBody\u0000\u0085\u2028 of hers';
  await transport.send({ ...MAIL, subject });
  const [mail] = server.arrived;
  assert.ok(mail);
  const read = await PostalMime.parse(mail.source);
  assert.equal(read.subject, 'Hello Bcc: eve@evil.example Body of hers');
  assert.deepEqual([mail.to, read.bcc], [['jane@trucks.example'], undefined]);
  assert.equal(read.text?.trimEnd(), MAIL.text.trimEnd());
});

test('a recipient that is not a single plain address is rejected permanently, and nothing is sent', async (t) => {
  const { transport, server } = await overSmtp(t);
  const recipients = [
    '"a b"@x.example',
    'a b@x.example',
    'a@x.example\r\nRCPT TO:<eve@evil.example>',
    'a@x.example\nBcc: eve@evil.example',
    'a@x.example, eve@evil.example',
    'a@x.example;eve@evil.example',
    'Eve <eve@evil.example>',
    '<eve@evil.example>',
    'a@x.example> SIZE=1 <',
    'a:eve@evil.example',
    'eve@evil.example(a@x.example)',
    'a\\@x.example',
    'a\u2028b@x.example',
    'a@b@x.example',
    'a@',
    '',
    `${'a'.repeat(250)}@x.example`,
  ];
  for (const to of recipients)
    await assert.rejects(transport.send({ ...MAIL, to }), PermanentMailError, JSON.stringify(to));
  await transport.send({ ...MAIL, to: "o'neil+a{b}=c|d/e!%#@x.example" });
  assert.deepEqual(
    server.arrived.map(({ to }) => to),
    [["o'neil+a{b}=c|d/e!%#@x.example"]],
  );
});

test('a rejection is permanent only if the server rejects this recipient or this message', async (t) => {
  const isPermanent = async (options: Parameters<typeof overSmtp>[1]): Promise<boolean> => {
    const { transport } = await overSmtp(t, options);
    const error: unknown = await transport.send(MAIL).then(
      () => assert.fail('was sent'),
      (thrown: unknown) => thrown,
    );
    return error instanceof PermanentMailError;
  };
  const toRecipient = (code: number, text: string) => isPermanent({ onRecipient: () => ({ code, text }) });
  const toMessage = (code: number, text: string) => isPermanent({ message: { code, text } });
  assert.equal(await toRecipient(550, '5.1.1 No such mailbox'), true);
  assert.equal(await toRecipient(450, '4.2.0 Greylisted'), false);
  assert.equal(await toRecipient(554, '5.7.1 Relay access denied'), false);
  assert.equal(await toRecipient(530, 'Authentication required'), false);
  assert.equal(await toMessage(554, '5.6.0 Not acceptable'), true);
  assert.equal(await toMessage(451, '4.3.0 Disk full'), false);
});

test('without an email server, each email becomes one owner-only file with the same message', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'outbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  const outboxDir = path.join(folder, 'outbox');
  const transport = createMailTransport({
    smtpUrl: undefined,
    from: 'Trucks <no-reply@vendors.example>',
    outboxDir,
    siteUrl: 'https://vendors.example',
    log: createLogger('info', { write: (line) => lines.push(line) }),
  });
  await transport.send(MAIL);
  await transport.send(MAIL);
  const file = `20260316T150000000Z-${ID}.eml`;
  assert.equal(transport.kind, 'files');
  assert.deepEqual(readdirSync(outboxDir), [file]);
  assert.equal(statSync(outboxDir).mode & 0o777, 0o700);
  assert.equal(statSync(path.join(outboxDir, file)).mode & 0o777, 0o600);
  const read = await PostalMime.parse(readFileSync(path.join(outboxDir, file)));
  assert.deepEqual(
    [read.subject, read.text?.trimEnd(), read.messageId, read.to?.[0]?.address],
    [MAIL.subject, MAIL.text.trimEnd(), `<${ID}@vendors.example>`, MAIL.to],
  );
  const logged = lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    logged.map(({ time: _time, level: _level, ...rest }) => rest),
    [
      { file, msg: 'email written to a file' },
      { file, msg: 'email written to a file' },
    ],
  );
  await assert.rejects(
    transport.send({ ...MAIL, to: 'a@x.example\r\nBcc: b@x.example' }),
    PermanentMailError,
  );
  assert.deepEqual(readdirSync(outboxDir), [file]);
});

test('an email has a reply address only if that is a plain address, which cannot become another header', async (t) => {
  const { transport, server } = await overSmtp(t);
  const addresses = ['ask@parks.example', 'a@b.example\r\nBcc: c@d.example', '"x" <a@b.example>', 'a@b, c@d'];
  for (const replyTo of addresses) await transport.send({ ...MAIL, replyTo });
  const read = await Promise.all(server.arrived.map(({ source }) => PostalMime.parse(source)));
  assert.deepEqual(
    read.map(({ replyTo, bcc }) => [replyTo?.map(({ address }) => address), bcc]),
    [[['ask@parks.example'], undefined], ...Array(3).fill([undefined, undefined])],
  );
  assert.deepEqual(new Set(server.arrived.flatMap(({ to }) => to)), new Set([MAIL.to]));
});
