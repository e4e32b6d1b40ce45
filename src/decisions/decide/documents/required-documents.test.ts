import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Check } from 'typebox/schema';
import { EVENT_TYPES, RequiredDocument } from '../schemas.ts';
import { documentsAfter, EVENT_TYPE_NAMES, requiredDocuments } from './required-documents.ts';

/** Contract 2.6: required documents. */
describe('required documents', () => {
  const codes = (eventType: (typeof EVENT_TYPES)[number]) =>
    requiredDocuments(eventType).map(({ code }) => code);

  test('for a bigger event include everything that a smaller event requires, and more', () => {
    const night = codes('food-truck-night');
    const festival = codes('festival');
    const city = codes('city-event');
    assert.deepEqual(
      night.filter((code) => !festival.includes(code)),
      [],
    );
    assert.deepEqual(
      festival.filter((code) => !city.includes(code)),
      [],
    );
    assert.ok(night.length < festival.length && festival.length < city.length);
  });

  test('for a bigger event differ from those for a smaller one only in stricter insurance wording', () => {
    const differing = requiredDocuments('food-truck-night').filter((document) => {
      const same = requiredDocuments('city-event').find(({ code }) => code === document.code);
      return JSON.stringify(same) !== JSON.stringify(document);
    });
    assert.deepEqual(
      differing.map(({ code }) => code),
      ['insurance_certificate'],
    );
  });

  const covers = [
    ['food-truck-night', [/\$300,000/]],
    ['festival', [/\$1,000,000 per occurrence/, /\$2,000,000 aggregate/]],
    ['city-event', [/\$1,000,000/, /additional insured/, /exact wording/]],
  ] as const;
  for (const [eventType, patterns] of covers)
    test(`for a ${eventType} include insurance that names its coverage and is valid on the event date`, () => {
      const insurance = requiredDocuments(eventType).find(({ code }) => code === 'insurance_certificate');
      for (const pattern of [...patterns, /in effect on the event date/])
        assert.match(insurance?.must_show ?? '', pattern);
    });

  test('do not show a caterer the vehicle guide, and link any vendor with an expiring license to renewal, in each language', () => {
    for (const eventType of EVENT_TYPES)
      for (const language of ['en', 'es'] as const) {
        const after = (codes: readonly string[], kind: 'food_truck' | 'caterer') =>
          documentsAfter(codes, eventType, language, kind);
        const linked = (kind: 'food_truck' | 'caterer') =>
          after([], kind).filter(({ resource_url: url }) => url?.includes('mfdv')).length;
        assert.deepEqual([linked('food_truck') > 0, linked('caterer')], [true, 0]);
        const codes = after(['expires_before_event'], 'caterer').map(({ code }) => code);
        assert.equal(codes[1], 'renewed_license');
      }
  });

  for (const eventType of EVENT_TYPES)
    test(`for a ${eventType} have unique codes, complete texts, and an official link or none`, () => {
      const documents = requiredDocuments(eventType);
      assert.equal(new Set(codes(eventType)).size, documents.length);
      assert.notEqual(EVENT_TYPE_NAMES[eventType].trim(), '');
      for (const document of documents) {
        assert.ok(Check(RequiredDocument, document));
        assert.match(document.code, /^[a-z]+(_[a-z]+)*$/);
        for (const text of [document.name, document.why, document.must_show])
          assert.notEqual(text.trim(), '');
        if (document.resource_url !== null)
          assert.match(document.resource_url, /^https:\/\/(www2?\.)?myfloridalicense\.com\//);
      }
    });
});
