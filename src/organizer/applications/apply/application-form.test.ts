import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApplicationForm } from '../application.ts';
import { readApplicationForm } from './application-form.ts';

const FORM: ApplicationForm = {
  license_number: ' MFD-58 12345 ',
  business_name: "  Joe's  Tacos ",
  contact_name: 'Zoë Núñez',
  contact_email: ' Zoe@Example.COM ',
  contact_phone: '+1 (407) 555-0100',
  answersTo: () => [],
};
type Field = Exclude<keyof ApplicationForm, 'answersTo' | 'food_kind' | 'food' | 'license_kind'>;

describe('the application form', () => {
  test('parses the license number into digits and type, and converts the email address to lower case', () => {
    assert.deepEqual(readApplicationForm(FORM), {
      ok: true,
      value: {
        license_number: 'MFD-58 12345',
        license_digits: '5812345',
        license_type: '2014',
        business_name: "Joe's Tacos",
        contact_name: 'Zoë Núñez',
        contact_email: 'zoe@example.com',
        contact_phone: '+1 (407) 555-0100',
        food_kind: '',
        license_kind: '',
        food: '',
      },
    });
  });

  test('requires a kind of food if the form has that field, and a description if the kind is “other”', () => {
    const read = (food_kind: string, food = '') => {
      const form = readApplicationForm({ ...FORM, food_kind, food });
      return form.ok ? [form.value.food_kind, form.value.food] : Object.keys(form.errors);
    };
    assert.deepEqual(read('tacos', ' Birria  tacos '), ['tacos', 'Birria tacos']);
    assert.deepEqual(read('pizza'), ['pizza', '']);
    assert.deepEqual(read('other', 'Greek food'), ['other', 'Greek food']);
    for (const kind of ['', 'TACOS', 'constructor']) assert.deepEqual(read(kind), ['food_kind'], kind);
    assert.deepEqual(read('other'), ['food']);
    for (const food of ['x'.repeat(121), 'a\u202eb']) assert.deepEqual(read('bbq', food), ['food']);
  });

  test('accepts another type of license with any number or none, and never parses it as a mobile vendor’s license', () => {
    const read = (license_kind: string, license_number: string) => {
      const form = readApplicationForm({ ...FORM, license_kind, license_number });
      if (!form.ok) return Object.keys(form.errors);
      const { value } = form;
      return [value.license_kind, value.license_number, value.license_digits, value.license_type];
    };
    assert.deepEqual(read('cottage_food', ''), ['cottage_food', '', '', undefined]);
    assert.deepEqual(read('food_permit', ' FDACS 12-3 '), ['food_permit', 'FDACS 12-3', '', undefined]);
    assert.deepEqual(read('restaurant', 'MFD5812345'), ['restaurant', 'MFD5812345', '', undefined]);
    assert.deepEqual(read('', 'MFD5812345'), ['', 'MFD5812345', '5812345', '2014']);
    assert.deepEqual(read('', ''), ['license_number']);
    assert.deepEqual(read('made_up', ''), ['license_number']);
    for (const number of ['x'.repeat(41), 'a\u202eb'])
      assert.deepEqual(read('restaurant', number), ['license_number']);
  });

  const refused: readonly (readonly [Field, readonly string[]])[] = [
    ['license_number', ['', '  ', 'MFD', '٥٨١٢', '1'.repeat(41), '58\u000012345']],
    ['business_name', ['', 'x'.repeat(121), 'two\nlines', 'a\u202eb', '\u200e', '\u0007']],
    ['contact_name', ['', 'x'.repeat(101), 'a\tb']],
    [
      'contact_email',
      [
        '',
        'nobody',
        'a@b',
        'a b@example.com',
        'a@example.com,b@example.com',
        '<a@example.com>',
        '"a"@example.com',
        'a@example.com\r\nBcc: b@example.com',
        `${'a'.repeat(250)}@example.com`,
      ],
    ],
    ['contact_phone', ['', '555-01', '1'.repeat(16), '407 555 0100 '.repeat(4), '4075550100\u0000']],
  ];
  for (const [field, values] of refused)
    for (const value of values)
      test(`rejects ${field} ${JSON.stringify(value).slice(0, 40)} without rejecting other fields`, () => {
        const read = readApplicationForm({ ...FORM, [field]: value });
        assert.deepEqual(read.ok ? [] : Object.keys(read.errors), [field]);
      });

  test('returns an error for every invalid field, in the form’s order', () => {
    const read = readApplicationForm({ ...FORM, license_number: '', contact_email: '', contact_phone: '' });
    assert.deepEqual(read.ok ? [] : Object.keys(read.errors), [
      'license_number',
      'contact_email',
      'contact_phone',
    ]);
  });
});
