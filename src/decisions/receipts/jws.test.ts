import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  decodeBase64Url,
  decodeHeader,
  decodeJws,
  encodeHeader,
  encodeJws,
  signEdDsa,
  signHs256,
  verifyEdDsa,
  verifyHs256,
} from './jws.ts';

/** RFC 7515 Appendix A.1.1. */
const A1 = {
  secret: Buffer.from(
    'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
    'base64url',
  ),
  input:
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.' +
    'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
  signature: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};

/** RFC 8037 Appendix A.1 and A.4. */
const A4 = {
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  input: 'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc',
  signature: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
};

/** RFC 7515 Appendix A.6.4. */
const A6 = {
  payload: 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
  signatures: [
    {
      protected: 'eyJhbGciOiJSUzI1NiJ9',
      header: { kid: '2010-12-29' },
      signature:
        'cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdb' +
        'F9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383' +
        'LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWy' +
        'wlVmtVrBp0igcN_IoypGlUPQGe77Rw',
    },
    {
      protected: 'eyJhbGciOiJFUzI1NiJ9',
      header: { kid: 'e9bc097a-ce51-4036-9562-d2ade882db0d' },
      signature: 'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q',
    },
  ],
};

describe('signatures', () => {
  test('HS256 matches RFC 7515 Appendix A.1 and rejects anything else', () => {
    assert.equal(signHs256(A1.input, A1.secret), A1.signature);
    assert.ok(verifyHs256(A1.input, A1.signature, A1.secret));
    assert.ok(!verifyHs256(`${A1.input}x`, A1.signature, A1.secret));
    assert.ok(!verifyHs256(A1.input, A1.signature, Buffer.alloc(64)));
    for (const other of ['', A1.signature.slice(1), `${A1.signature}=`, `${A1.signature}AA`, A4.signature])
      assert.ok(!verifyHs256(A1.input, other, A1.secret), other);
  });

  test('EdDSA matches RFC 8037 Appendix A.4 and rejects anything else', () => {
    const privateKey = createPrivateKey({
      key: { kty: 'OKP', crv: 'Ed25519', d: A4.d, x: A4.x },
      format: 'jwk',
    });
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: A4.x }, format: 'jwk' });
    assert.equal(
      Buffer.from(A4.input.split('.')[1] ?? '', 'base64url').toString(),
      'Example of Ed25519 signing',
    );
    assert.equal(signEdDsa(A4.input, privateKey), A4.signature);
    assert.ok(verifyEdDsa(A4.input, A4.signature, publicKey));
    assert.ok(!verifyEdDsa(`${A4.input}x`, A4.signature, publicKey));
    for (const other of ['', A4.signature.slice(1), `${A4.signature}=`, `${A4.signature}AA`, A1.signature])
      assert.ok(!verifyEdDsa(A4.input, other, publicKey), other);
  });

  test('a signature has only one encoding, in which the unused bits of the last character are zero', () => {
    assert.equal(
      Buffer.from(`${A1.signature.slice(0, -1)}l`, 'base64url').toString('base64url'),
      A1.signature,
    );
    assert.ok(!verifyHs256(A1.input, `${A1.signature.slice(0, -1)}l`, A1.secret));
  });
});

describe('a General JWS', () => {
  const signatures = A6.signatures.map(({ protected: header, signature }) => ({
    protected: header,
    signature,
  }));
  const canonical = { payload: A6.payload, signatures };
  const encode = (text: string) => Buffer.from(text).toString('base64url');

  test('from RFC 7515 Appendix A.6 is accepted in its canonical form', () => {
    assert.deepEqual(decodeJws(encode(JSON.stringify(canonical))), canonical);
    assert.equal(encodeJws(canonical), encode(JSON.stringify(canonical)));
  });

  test('with unprotected headers, as the RFC publishes it, is rejected', () => {
    assert.equal(decodeJws(encode(JSON.stringify(A6))), undefined);
  });

  test('that is indented, reordered or flattened is rejected', () => {
    for (const text of [
      JSON.stringify(canonical, null, 2),
      JSON.stringify({ signatures, payload: A6.payload }),
      JSON.stringify({ payload: A6.payload, ...signatures[0] }),
    ])
      assert.equal(decodeJws(encode(text)), undefined, text);
  });

  test('with any content is decoded exactly as it was encoded', () => {
    const part = fc.string({ unit: 'grapheme' });
    const jws = fc.record(
      {
        payload: part,
        signatures: fc.array(fc.record({ protected: part, signature: part }, { noNullPrototype: true })),
      },
      { noNullPrototype: true },
    );
    fc.assert(fc.property(jws, (value) => assert.deepEqual(decodeJws(encodeJws(value)), value)));
  });

  test('that is accepted serializes to the same text', () => {
    const shape = fc.oneof(
      fc.json(),
      fc.constant(JSON.stringify(canonical)),
      fc.constant(JSON.stringify(A6)),
    );
    fc.assert(
      fc.property(shape, (json) => {
        const read = decodeJws(encode(json));
        if (read) assert.equal(encodeJws(read), encode(json));
      }),
    );
  });
});

describe('base64url and headers', () => {
  test('base64url of any bytes decodes to the same bytes, and other text is rejected', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        assert.deepEqual(decodeBase64Url(text), Buffer.from(bytes));
        for (const other of [`${text}=`, `${text} `, `${text}\n`, ` ${text}`, `${text}+`, `${text}\u0141`])
          assert.equal(decodeBase64Url(other), undefined);
      }),
    );
    assert.equal(decodeBase64Url('-_8'.replace('-', '+').replace('_', '/')), undefined);
  });

  test('a header has exactly the expected members, in order', () => {
    const header = { alg: 'EdDSA', kid: 'k', hs256: 's' };
    assert.deepEqual(decodeHeader(encodeHeader(header)), header);
    assert.deepEqual(decodeHeader(encodeHeader({ alg: 'HS256', kid: 'k' })), { alg: 'HS256', kid: 'k' });
    for (const json of [
      '{"kid":"k","alg":"EdDSA"}',
      '{"alg":"EdDSA","kid":"k","crit":["b64"],"b64":false}',
      '{"alg":"EdDSA","kid":"k","jwk":{}}',
      '{"alg":"EdDSA","alg":"EdDSA","kid":"k"}',
      '{"alg":"EdDSA", "kid":"k"}',
      '{"alg":"EdDSA","k\\u0069d":"k"}',
      '{"alg":"EdDSA","kid":"k","hs256":7}',
      '{"alg":"EdDSA","kid":"k","hs256":null}',
      '{"alg":"EdDSA"}',
      '{"kid":"k"}',
      '{"alg":1,"kid":"k"}',
      '[]',
      'null',
      '',
    ])
      assert.equal(decodeHeader(Buffer.from(json).toString('base64url')), undefined, json);
  });
});
