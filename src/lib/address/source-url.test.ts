import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSourceUrl, locateFile } from './source-url.ts';

test('https is accepted for any host, and plain http only for this machine', () => {
  const taken = [
    'https://www2.myfloridalicense.com',
    'https://mirror.example:8443/dbpr/',
    'http://localhost:8080',
    'http://127.0.0.1:8080/',
    'http://127.8.9.10',
    'http://[::1]:8080/',
  ];
  for (const text of taken) assert.equal(checkSourceUrl(text).href, new URL(text).href);
});

test('a URL that could be tampered with or is not a base URL is rejected with a reason', () => {
  const refused: Record<string, RegExp> = {
    'http://www2.myfloridalicense.com': /must use https.*not www2\.myfloridalicense\.com/,
    'http://127.0.0.1.example.com': /must use https/,
    'http://localhost.example.com': /must use https/,
    'http://notlocalhost': /must use https/,
    'http://128.0.0.1': /must use https/,
    'http://[::2]': /must use https/,
    'ftp://dbprftp.state.fl.us/': /must start with https:\/\/, not ftp:/,
    'file:///data': /must start with https:\/\//,
    'www2.myfloridalicense.com': /is not a URL/,
    '': /is not a URL/,
    'https://example.com/?a=b': /without \? or #/,
    'https://example.com/?': /without \? or #/,
    'https://example.com/#top': /without \? or #/,
    'https://user@example.com': /user name or a password/,
    'https://:secret@example.com': /user name or a password/,
  };
  for (const [text, message] of Object.entries(refused)) {
    assert.throws(() => checkSourceUrl(text), { message }, text);
  }
});

test('an error message never repeats a password', () => {
  for (const text of [
    'https://user:hunter2@example.com',
    'http://user:hunter2@',
    'http://a:hunter2@b.example',
  ]) {
    assert.throws(
      () => checkSourceUrl(text),
      (error) => error instanceof Error && !/hunter2/.test(String(error.stack)),
    );
  }
});

test('a file’s URL is the source’s URL and the file’s path, joined by one slash', () => {
  const cases = [
    ['https://files.example', '/a/b.csv', 'https://files.example/a/b.csv'],
    ['https://files.example/mirror/', '/a/b.csv', 'https://files.example/mirror/a/b.csv'],
    ['https://files.example/mirror', 'a/b.csv', 'https://files.example/mirror/a/b.csv'],
  ] as const;
  for (const [source, path, address] of cases) assert.equal(locateFile(new URL(source), path).href, address);
});
