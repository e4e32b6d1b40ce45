import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVENT_TYPES } from '../schemas.ts';
import { documentsForApplicant } from './applicant-documents.ts';
import { requiredDocuments } from './required-documents.ts';

/** Contract 2.6: required documents, worded for the vendor. */
describe('documents for an applicant', () => {
  for (const eventType of EVENT_TYPES) {
    const own = documentsForApplicant(eventType);

    test(`to a ${eventType} are the documents that the organizer collects, under the same names`, () => {
      const named = (each: (typeof own)[number]) => [each.code, each.name, each.resource_url];
      assert.deepEqual(own.map(named), requiredDocuments(eventType).map(named));
    });

    test(`to a ${eventType} never refer the applicant to the organizer’s insurer, city or fire authority`, () => {
      for (const { code, why, must_show } of own) {
        const text = `${why} ${must_show}`;
        assert.doesNotMatch(
          text,
          /your (own )?insurer whether|not you alone|you and the fire|your ground/i,
          code,
        );
        assert.doesNotMatch(text, /Ask (?!the organizer)/, code);
        assert.doesNotMatch(text, /a vendor|the vendor’s|this vendor/, code);
      }
    });

    test(`to a ${eventType} require the same insurance amounts as the organizer’s documents`, () => {
      const amounts = (documents: typeof own) =>
        documents.find(({ code }) => code === 'insurance_certificate')?.must_show.match(/\$[\d,]+/g);
      assert.deepEqual(amounts(own), amounts(requiredDocuments(eventType)));
    });
  }
});
