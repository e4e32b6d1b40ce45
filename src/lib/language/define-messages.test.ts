import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineMessages, defineNames } from './define-messages.ts';

const SAMPLE = defineMessages({
  title: { en: 'Check a vendor', es: 'Consultar un vendedor' },
  hello: { en: 'Hello, {name}.', es: 'Hola, {name}.' },
  found: {
    en: '{count, plural, =0 {No inspection} one {# inspection} other {# inspections}} on {day}.',
    es: '{count, plural, =0 {Ninguna inspección} one {# inspección} other {# inspecciones}} el {day}.',
  },
  nested: {
    en: '{who, select, you {You have {count, plural, one {{place}} other {# places}}} other {They wait}} in {city}.',
    es: '{who, select, you {Usted tiene {count, plural, one {{place}} other {# lugares}}} other {Ellos esperan}} en {city}.',
  },
  lead: {
    en: '<link>Check {name}</link> or <strong>wait {count, number} days</strong>.',
    es: '<link>Consulte a {name}</link> o <strong>espere {count, number} días</strong>.',
  },
});

test('a message without arguments is a plain string in its language', () => {
  assert.equal(SAMPLE.en.title, 'Check a vendor');
  assert.equal(SAMPLE.es.title, 'Consultar un vendedor');
});

test('plurals and numbers follow the language, with U.S. thousands separators', () => {
  assert.equal(SAMPLE.en.found({ count: 1, day: 'Monday' }), '1 inspection on Monday.');
  assert.equal(SAMPLE.es.found({ count: 0, day: 'lunes' }), 'Ninguna inspección el lunes.');
  assert.equal(SAMPLE.es.found({ count: 12_345, day: 'lunes' }), '12,345 inspecciones el lunes.');
});

test('an argument inside a plural inside a select is recognized, and plain words in braces are not arguments', () => {
  const values = { who: 'you', count: 1, place: 'a place', city: 'Ocala' };
  assert.equal(SAMPLE.en.nested(values), 'You have a place in Ocala.');
});

test('a tag’s function wraps its content, and the text between tags remains a string', () => {
  const parts = SAMPLE.es.lead<{ readonly in: readonly unknown[] }>({
    name: '<b>',
    count: 1_500,
    link: (inside) => ({ in: inside }),
    strong: (inside) => ({ in: inside }),
  });
  assert.deepEqual(parts, [{ in: ['Consulte a <b>'] }, ' o ', { in: ['espere 1,500 días'] }, '.']);
});

test('an inserted object is returned unchanged between the strings around it', () => {
  const day = { markup: 'Monday' };
  assert.deepEqual(SAMPLE.en.found({ count: 2, day }), ['2 inspections on ', day, '.']);
});

test('a missing argument is also rejected at run time', () => {
  // @ts-expect-error: the text names what it needs
  assert.throws(() => SAMPLE.en.hello({}), /name/);
});

test('names are looked up by their code', () => {
  const names = defineNames<'a' | 'b'>({ a: { en: 'one', es: 'uno' }, b: { en: 'two', es: 'dos' } });
  assert.deepEqual([names.en.a, names.es.b], ['one', 'dos']);
});

/** Never called: the compiler is the test. */
export function wrongUses(): void {
  // @ts-expect-error: a plural takes a number
  SAMPLE.en.found({ count: '1', day: 'Monday' });
  // @ts-expect-error: no such argument
  SAMPLE.en.hello({ name: 'Ana', nmae: 'Ana' });
  // @ts-expect-error: a tag needs its function
  SAMPLE.en.lead<string>({ name: 'Ana', count: 1, link: () => '' });
  // @ts-expect-error: a message without its Spanish text
  defineMessages({ untranslated: { en: 'Untranslated' } });
  // @ts-expect-error: a code without a name
  defineNames<'a' | 'b'>({ a: { en: 'one', es: 'uno' } });
}
