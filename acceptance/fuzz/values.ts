import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';

/** Strings that some component could interpret as more than text. The sender encodes them. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '   ',
  '\t',
  '\n',
  '\r\n',
  '\u0000',
  'a\u0000b',
  '\u0001\u0002\u0003',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e\u202dtxet',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\u00ad',
  'e\u0301'.repeat(30),
  '😀',
  '👩‍👩‍👧‍👦',
  'مرحبا',
  'שלום',
  'ﷺ'.repeat(20),
  'İıſK',
  'ß',
  'Ω'.repeat(101),
  '𝕏'.repeat(60),
  'Infinity',
  '-Infinity',
  'NaN',
  '1e309',
  '-1e309',
  '1e308',
  '5e-324',
  '-0',
  '+1',
  '0x10',
  '0b1',
  '0o7',

  '1_000',
  '1,000',
  '１２',
  '٣',
  '1.5',
  '.5',
  '1.',
  '-1',
  '0',
  '00',
  '007',
  '1e2',
  ' 5 ',
  '5 ',
  '2147483648',

  '9007199254740993',
  '9223372036854775808',
  '18446744073709551616',
  '9'.repeat(400),
  '-9223372036854775809',
  'true',
  'false',
  'null',
  'undefined',
  'None',
  '[]',
  '{}',
  '[object Object]',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'valueOf',
  'then',
  'length',
  "'",
  '"',
  '`',
  '\\',
  '\\\\',
  "' or '1'='1",
  "'; drop table x; --",
  "1' and sleep(2) --",
  '" or 1=1 --',

  "') union all select null,null --",
  '$1',
  '?',
  ':id',
  '%',
  '_',
  '%%',
  '%_%',
  '\\%',
  '*',
  '"*"',
  'a*',
  '^a',

  'NEAR(a b)',
  'a AND',
  'OR',
  'NOT',
  'a:b',
  '-a',
  '(',
  ')',
  '((((((((',
  '"',
  '""',
  "'a' NEAR/5 'b'",
  '+-@~<>()',

  '<x-fuzz>',
  '"><x-fuzz a="',
  "'><x-fuzz a='",
  '</title><x-fuzz>',
  '<!--<x-fuzz>',
  ']]><x-fuzz>',
  '&#60;x-fuzz&#62;',

  'javascript:alert(1)',
  'data:text/html,x',
  '{{7*7}}',
  `\${7*7}`,
  '#{7*7}',
  '<%= 7*7 %>',
  '%s%s%s%n',
  '%d%x',
  '$(id)',
  '`id`',
  '|id',
  ';id',

  '../../../../etc/hostname',
  '..\\..\\x',
  '/etc/hostname',
  'file:///etc/hostname',
  'C:\\x',
  'CON',
  'NUL',
  '.',
  '..',
  './',
  '//x',
  '\\\\x\\y',
  'a\r\nX-Fuzz: injected',
  'a\nX-Fuzz: injected',
  'a\rX-Fuzz: injected',
  '\u560d\u560aX-Fuzz: injected',

  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01',
  '2026-06-31T25:61',
  '2026-11-01T01:30',
  '2027-03-14T02:30',
  '1970-01-01T00:00',
  '275760-09-13',
  '2026-1-1',
  '06/01/2026',

  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{7efd5204-8d56-5ba0-8683-772bc88cc272}',
  '7efd52048d565ba08683772bc88cc272',
  '7efd5204-8d56-5ba0-8683-772bc88cc27',
  'urn:uuid:7efd5204-8d56-5ba0-8683-772bc88cc272',

  'a@b',
  '@',
  'a@b@c.example',
  '"a b"@c.example',
  'a@[127.0.0.1]',
  'a@b.example\r\nBcc: x@y.example',
  'a,b@c.example',
  `${'a'.repeat(300)}@b.example`,
  'svc_pk_',
  'svc_pk_a.b',
  'eyJhbGciOiJub25lIn0.e30.',
  'a.b.c',
  '..',
  '....',

  'x'.repeat(63),
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(1_000),
  'x'.repeat(5_000),
];

/**
 * Values that tests put into a URL or form body as they are: malformed encodings, and encodings that a
 * decoder may expand.
 */
const HOSTILE_ENCODED: readonly string[] = [
  '%',
  '%%',
  '%0',
  '%zz',
  '%u0041',
  '%00',
  'a%00b',
  '%2500',
  '%0a',
  '%0d%0a',
  '%0d%0aX-Fuzz:%20injected',
  '%23',
  '%3f',

  '%2f',
  '%2F..%2f',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2f',
  '..%5c..%5c',
  '%5c',
  '..%c0%af',
  '%c0%ae%c0%ae',
  '%252e%252e',

  '%ff',
  '%fe%ff',
  '%c3',
  '%c3%28',
  '%e2%82',
  '%f0%28%8c%bc',
  '%ed%a0%80',
  '%ed%bf%bf',
  '%f4%90%80%80',
  '%80',

  '+',
  '%20',
  '%2b',
  '++',
  '%09',
  '%7f',
  '%e2%80%ae',
  '%ef%bb%bf',
  '%f0%9f%98%80',
  '%F0%9F',
  ';',
  ',',
  ':',
  '@',
  '!',
  '~',
  '*',
  '(',
  "'",
  '$',
  '=',
  '==',

  'a;b=c',
  'a,b',
  'x'.repeat(199),
  'x'.repeat(202),
  '%41'.repeat(120),
  'x'.repeat(9_000),
  'x'.repeat(11_000),
  'x'.repeat(14_000),
];

/** Parameter names that do not exist in any operation, or that have a special meaning to some parsers. */
export const EXTRA_NAMES: readonly string[] = [
  'x',
  'debug',
  'admin',
  'callback',
  'format',
  'fields',
  '__proto__',
  '__proto__[x]',
  'constructor',
  'a[b]',
  'a[]',
  'limit[]',
  'q[$ne]',

  'limit.x',
  '_method',
  'token',
  'next',
  'id',
  'account_id',
  'is_admin',
  '',
  '%00',
  '%ff',
  'x%5b%5d',
  'toString',
  'hasOwnProperty',
];

/** Returns text that the sender must encode. */
export function drawHostileText(random: Random): string {
  return random() < 0.1 ? drawBytes(random) : drawFrom(random, HOSTILE_TEXTS);
}

/** Returns text for a URL or form body. The sender must not encode it again. */
export function drawHostileEncoded(random: Random): string {
  return random() < 0.6 ? encode(drawHostileText(random)) : drawFrom(random, HOSTILE_ENCODED);
}

/** Returns a slightly changed copy of a value. */
export function mutateText(random: Random, value: string): string {
  const at = drawInt(random, value.length + 1);
  switch (drawInt(random, 9)) {
    case 0:
      return value.slice(0, at) + value.slice(at + 1);
    case 1:
      return (
        value.slice(0, at) +
        drawFrom(random, ['-', ' ', '0', 'A', '.', '\u0000', 'é', '%', '/']) +
        value.slice(at)
      );
    case 2:
      return value.toUpperCase();
    case 3:
      return value.toLowerCase();
    case 4:
      return ` ${value} `;
    case 5:
      return value + value;
    case 6:
      return value.slice(0, at);
    case 7:
      return [...value].reverse().join('');
    default:
      return value.slice(0, at) + String.fromCharCode(33 + drawInt(random, 90)) + value.slice(at + 1);
  }
}

/**
 * Works like `encodeURIComponent`, but does not throw on half of a surrogate pair. Encodes it as the bytes
 * that it would have.
 */
export function encode(text: string): string {
  return text
    .replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (each) =>
      each.length === 2 ? each : `\ue000${each.charCodeAt(0).toString(16)}`,
    )
    .split(/\ue000([\da-f]{4})/)
    .map((part, index) =>
      index % 2 === 0 ? encodeURIComponent(part) : surrogateBytes(Number.parseInt(part, 16)),
    )
    .join('');
}

/** Returns the three bytes for half of a surrogate pair, which UTF-8 forbids. */
function surrogateBytes(code: number): string {
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16)}`).join('');
}

function drawBytes(random: Random): string {
  return Array.from({ length: 1 + drawInt(random, 24) }, () =>
    String.fromCharCode(drawInt(random, 0x2_00)),
  ).join('');
}
