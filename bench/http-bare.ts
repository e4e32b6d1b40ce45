import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { answerQuestions } from './helper.ts';
import { BareOrder } from './http-messages.ts';

/**
 * The baseline: prepared responses from a Map, served by plain node:http. With `ledger`, each response is
 * signed and stored first.
 */
answerQuestions(BareOrder, async ({ servicePort, paths, ledger }) => {
  const answers = new Map<string, { type: string; length: number; body: Buffer }>();
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${servicePort}${path}`);
    if (response.status !== 200) throw new Error(`${response.status} for ${path}`);
    const body = Buffer.from(await response.arrayBuffer());
    answers.set(path, { type: response.headers.get('content-type') ?? '', length: body.length, body });
  }
  const sealAnswer = ledger === undefined ? (_: Buffer, send: () => void) => send() : openSeal(ledger);
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (!answer) response.writeHead(404).end();
    else
      sealAnswer(answer.body, () =>
        response
          .writeHead(200, { 'content-type': answer.type, 'content-length': answer.length })
          .end(answer.body),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port };
});

/** Roughly the length of a receipt's claims. */
const CLAIMS_BYTES = 600;

/**
 * Does the work that every decision requires: makes a receipt's two signatures and stores its row before
 * sending the response. Rows of responses requested in the same turn of the event loop share a commit.
 */
function openSeal(ledger: string): (body: Buffer, send: () => void) => void {
  const secret = randomBytes(32);
  const { privateKey } = generateKeyPairSync('ed25519');
  const db = new DatabaseSync(ledger);
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table receipts (jti text primary key, claims text, hs256 text, ed_dsa text)',
  );
  const insert = db.prepare('insert into receipts values (?, ?, ?, ?)');
  let waiting: (() => void)[] = [];
  const commit = () => {
    db.exec('commit');
    for (const send of waiting) send();
    waiting = [];
  };
  return (body, send) => {
    const claims = body.toString('base64url', 0, CLAIMS_BYTES);
    const hs256 = createHmac('sha256', secret).update(claims).digest('base64url');
    const edDsa = sign(null, Buffer.from(`${hs256}.${claims}`), privateKey).toString('base64url');
    if (waiting.length === 0) {
      db.exec('begin immediate');
      setImmediate(commit);
    }
    insert.run(randomUUID(), claims, hs256, edDsa);
    waiting.push(send);
  };
}
