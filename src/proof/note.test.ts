import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, test } from 'node:test';
import { formatCheckpoint, formatProof, parseCheckpoint, parseProof } from './checkpoint.ts';
import { formatKey, type NoteKey, openNote, parseKey, type SignatureType, signatureLine } from './note.ts';
import { hashLeaf } from './tree.ts';

/** The example from the specification. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
const NOW = new Date('2026-03-01T12:00:00Z');

function makeKey(name: string, type: SignatureType): { key: NoteKey; privateKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { key: { name, type, publicKey: Buffer.from(x, 'base64url') }, privateKey };
}

const parsed = (text: string) => parseKey(text) ?? assert.fail(`not a key: ${text}`);

describe('a signed note', () => {
  test('is accepted if it is the example from the specification', () => {
    const opened = openNote(EXAMPLE, [parsed(EXAMPLE_KEY)]);
    assert.equal(opened?.text, 'This is an example message.\n');
    assert.equal(formatKey(parsed(EXAMPLE_KEY)), EXAMPLE_KEY);
  });

  test('is rejected if any character is changed', () => {
    const key = parsed(EXAMPLE_KEY);
    for (let at = 0; at < EXAMPLE.length; at += 1) {
      const other = EXAMPLE[at] === 'x' ? 'y' : 'x';
      const changed = EXAMPLE.slice(0, at) + other + EXAMPLE.slice(at + 1);
      assert.equal(openNote(changed, [key]), undefined, `character ${at}`);
    }
    for (const text of ['', '\n\n', EXAMPLE.trimEnd(), `${EXAMPLE}\n`, EXAMPLE.replace('ex', '\r')])
      assert.equal(openNote(text, [key]), undefined);
  });

  test('may have signatures by unknown keys, but is rejected if a known key’s signature is invalid', () => {
    const known = makeKey('example.com/log', 1);
    const unknown = makeKey('example.com/log', 1);
    const text = 'text\n';
    const own = signatureLine(text, known.key, known.privateKey, NOW);
    const other = signatureLine(text, unknown.key, unknown.privateKey, NOW);
    assert.equal(openNote(`${text}\n${other}${own}`, [known.key])?.signed.length, 1);
    assert.equal(openNote(`${text}\n${other}`, [known.key]), undefined);
    const wrong = signatureLine('other\n', known.key, known.privateKey, NOW);
    assert.equal(openNote(`${text}\n${wrong}${own}`, [known.key]), undefined);
  });

  test('shows when a timestamped signature was made, and is rejected if that time is changed', () => {
    const { key, privateKey } = makeKey('witness.example/w1', 4);
    const text = 'text\n';
    const line = signatureLine(text, key, privateKey, NOW);
    assert.deepEqual(openNote(`${text}\n${line}`, [key])?.signed[0]?.at, NOW);
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
    bytes.writeUInt8((bytes[11] ?? 0) + 1, 11);
    const later = `— ${key.name} ${bytes.toString('base64')}\n`;
    assert.equal(openNote(`${text}\n${later}`, [key]), undefined);
    assert.equal(openNote(`${text}\n${line}`, [{ ...key, type: 1 }]), undefined);
  });

  test('is verified only with a key in its canonical form', () => {
    for (const text of [
      '',
      EXAMPLE_KEY.replace('530d', '530e'),
      EXAMPLE_KEY.replace('foo', 'fo o'),
      EXAMPLE_KEY.toUpperCase(),
      `${EXAMPLE_KEY} `,
      EXAMPLE_KEY.slice(0, -4),
    ])
      assert.equal(parseKey(text), undefined, text);
  });
});

describe('a checkpoint', () => {
  const root = hashLeaf(Buffer.from('entry'));
  const checkpoint = { origin: 'example.com/log', size: 20_852_163, root };

  test('is parsed exactly as it was formatted, and is rejected unless it is in canonical form', () => {
    const text = formatCheckpoint(checkpoint);
    assert.deepEqual(parseCheckpoint(text), { ...checkpoint, root: Buffer.from(root) });
    assert.ok(parseCheckpoint(`${text}another line\n`));
    for (const other of [
      '',
      text.trimEnd(),
      text.replace('20852163', '020852163'),
      text.replace('20852163', '-1'),
      text.replace('20852163', '1e3'),
      text.replace('20852163', '9007199254740993'),
      text.replace('=', ''),
      `${text}\n`,
      text.replace('example.com/log', ''),
    ])
      assert.equal(parseCheckpoint(other), undefined, JSON.stringify(other));
  });

  test('and its path are parsed from a proof exactly as they were formatted', () => {
    const proof = {
      extra: undefined,
      index: 7,
      path: [root, root].map((each) => Buffer.from(each)),
      checkpoint: `${formatCheckpoint(checkpoint)}\n— example.com/log AAAA\n`,
    };
    assert.deepEqual(parseProof(formatProof(proof)), proof);
    const withExtra = { ...proof, extra: Buffer.from('{}') };
    assert.deepEqual(parseProof(formatProof(withExtra)), withExtra);
    const text = formatProof(proof);
    for (const other of [
      '',
      text.replace('@v1', '@v2'),
      text.replace('index 7', 'index 07'),
      text.replace('index 7\n', ''),
      text.replace('index 7', 'extra !\nindex 7'),
      text.replace('\n\n', '\nAAAA\n\n'),
      text.replaceAll('\n\n', '\n'),
    ])
      assert.equal(parseProof(other), undefined, JSON.stringify(other));
  });
});
