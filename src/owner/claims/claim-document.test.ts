import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDF, PNG } from '../../../test/support/claimed-licenses.ts';
import { FILE_BYTES_MAX } from '../../lib/files/uploaded-file.ts';
import { checkDocument } from './claim-document.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]);

test('only a file’s first bytes determine its type', () => {
  const types = [PDF, PNG, JPEG].map((content) => {
    const checked = checkDocument({ name: 'scan.exe', content });
    return checked.ok && [checked.value.name, checked.value.media_type];
  });
  assert.deepEqual(types, [
    ['scan.pdf', 'application/pdf'],
    ['scan.png', 'image/png'],
    ['scan.jpg', 'image/jpeg'],
  ]);
});

test('rejects web pages, scripts, archives, vector drawings and files with bytes before the signature', () => {
  const contents = [
    '<!doctype html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'PK\u0003\u0004',
    'MZ',
    'GIF89a',
    ' %PDF-1.7',
    '<html>%PDF-1.7',
    '%PDF',
    `\xff\xd8${'\xff\xe5\0\x02'.repeat(5_000)}\xff\xda\0\x02`,
  ];
  for (const content of contents) {
    const checked = checkDocument({ name: 'license.pdf', content: Buffer.from(content, 'latin1') });
    assert.ok(!checked.ok && /isn’t a PDF, JPEG or PNG/.test(checked.errors.document ?? ''), content);
  }
});

test('rejects a missing file, an empty file and a file larger than 4 MB, and accepts a file of exactly 4 MB', () => {
  assert.ok(!checkDocument(undefined).ok);
  assert.ok(!checkDocument({ name: 'a.pdf', content: Buffer.alloc(0) }).ok);
  const largest = Buffer.alloc(FILE_BYTES_MAX);
  PDF.copy(largest);
  assert.ok(checkDocument({ name: 'a.pdf', content: largest }).ok);
  const checked = checkDocument({ name: 'a.pdf', content: Buffer.concat([largest, Buffer.alloc(1)]) });
  assert.ok(!checked.ok && /larger than 4 MB/.test(checked.errors.document ?? ''));
});

test('removes a name’s path, its extension and every character with a special meaning elsewhere', () => {
  const names = [
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\ann\\license.pdf', 'license.pdf'],
    ['license.pdf.html', 'license-pdf.pdf'],
    ['a"; filename="b.html', 'a- filename-b.pdf'],
    ['line\r\nbreak\0.pdf', 'line-break-.pdf'],
    ['<img src=x onerror=alert(1)>.pdf', 'img src-x onerror-alert(1)-.pdf'],
    ['\u202egnp.pdf', 'gnp.pdf'],
    ['Lizenz Ümläut.pdf', 'Lizenz Ümläut.pdf'],
    ['.htaccess', 'document.pdf'],
    ['', 'document.pdf'],
    ['/', 'document.pdf'],
    ['x'.repeat(5_000), `${'x'.repeat(80)}.pdf`],
  ] as const;
  for (const [name, harmless] of names) {
    const checked = checkDocument({ name, content: PDF });
    assert.equal(checked.ok && checked.value.name, harmless, name.slice(0, 40));
  }
});
