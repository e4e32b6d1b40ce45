import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AS_OF, anyCover, anyLicense, anyVisits, recordOf } from '../../test/support/decided-records.ts';
import { visit } from '../../test/support/visits.ts';
import { decideOn } from '../judgment/policy/policy.ts';
import { toPublishedFacts } from '../records/record/decision-facts.ts';

/** Matches the regulator's own words, which remain in English: quotes and the status "delinquent". */
const QUOTED = /“[^”]*”|\(delinquent\)/g;
const ENGLISH = /\b(?:the|and|of|with|your|is|are|was|not|from|this|that|inspection|license|vendor)\b/i;

describe('a decision in Spanish', () => {
  test('has the same content as in English, and only its quotes remain in English', () => {
    fc.assert(
      fc.property(anyVisits, anyLicense, anyCover, (visits, license, cover) => {
        const facts = toPublishedFacts(recordOf(visits, license, cover));
        const days = { today: AS_OF };
        const english = decideOn(facts, days);
        const spanish = decideOn(facts, days, 'es');
        const coded = ({ verdict, reasons }: typeof english) => ({
          verdict,
          reasons: reasons.map(({ code, severity }) => ({ code, severity })),
        });
        assert.deepEqual(coded(spanish), coded(english));
        for (const { text } of spanish.reasons) assert.doesNotMatch(text.replace(QUOTED, ''), ENGLISH);
      }),
    );
  });

  test('quotes the regulator in English, with our Spanish explanation next to the quote', () => {
    const closed = visit({ visitedOn: '2025-12-20', disposition: 'Emergency order recommended' });
    const { reasons } = decideOn(toPublishedFacts(recordOf([closed])), { today: AS_OF }, 'es');
    assert.equal(
      reasons[0]?.text,
      'La agencia reguladora cerró el negocio que tiene esta licencia: “Emergency order recommended” (se recomendó una orden de emergencia para cerrar), del 20 de diciembre de 2025. Nada en los registros indica que haya reabierto.',
    );
  });
});
