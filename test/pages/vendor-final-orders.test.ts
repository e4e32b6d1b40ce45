import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '../../src/lib/language/language.ts';
import type { FactOrder } from '../../src/regulator/source/vendor-facts.ts';
import { renderVendor } from '../../src/web/public/record/vendor-page.ts';
import { AS_OF, order, recordOf } from '../support/decided-records.ts';
import { linesOf } from '../support/page-text.ts';
import { visit } from '../support/visits.ts';

const OWN = visit({ visitId: 2, visitedOn: '2025-03-01' });
const FORMER = visit({ visitId: 1, visitedOn: '2024-10-01', licenseId: 9 });

function pageOf(orders: readonly FactOrder[], language: Language): string {
  const { scorecard } = recordOf([FORMER, OWN], {}, {}, [], orders);
  const options = { baseUrl: 'https://vendors.example', extras: {}, today: AS_OF, language };
  return renderVendor(scorecard, options).toString();
}
const linesIn = (orders: readonly FactOrder[], language: Language) => linesOf(pageOf(orders, language));

describe('final orders on a vendor’s page', () => {
  const orders = [
    order(120, { fileDate: '2025-09-30', violationOn: '2025-06-12' }),
    order(150, { caseNumber: 'F-1', violationOn: '2024-09-01', fineCents: 123_450, violations: 1 }),
    order(160, { caseNumber: 'U-1', violationOn: null, fineCents: 0, fileDate: '2025-07-31' }),
  ];

  test('have one line each in English with the fine, date, case, holder, and source', () => {
    const lines = linesIn(orders, 'en');
    const at = lines.indexOf('Final orders');
    assert.deepEqual(lines.slice(at, at + 5), [
      'Final orders',
      'DBPR ordered a fine of $500 on September 3, 2025 (case 2025000001, 2 violations). The violation was on June 12, 2025. Source: DBPR’s disciplinary activity file, through September 30, 2025.',
      'DBPR ordered a fine of $1,234.50 on August 4, 2025 (case F-1, 1 violation). The violation was on September 1, 2024. It concerns a former holder of this license. Source: DBPR’s disciplinary activity file, through August 4, 2025.',
      'DBPR issued a final order without a fine on July 25, 2025 (case U-1, 2 violations). The files don’t show whether it concerns the current holder. Source: DBPR’s disciplinary activity file, through July 31, 2025.',
      'Orders and amounts are the regulator’s. They don’t change our grade or score. DBPR: enforcement actions, warnings and extensions',
    ]);
  });

  test('are described the same way in Spanish', () => {
    const lines = linesIn(orders, 'es');
    const at = lines.indexOf('Órdenes finales');
    assert.deepEqual(lines.slice(at, at + 4), [
      'Órdenes finales',
      'El DBPR impuso una multa de $500 el 3 de septiembre de 2025 (caso 2025000001, 2 infracciones). La infracción fue el 12 de junio de 2025. Fuente: archivo de actividad disciplinaria del DBPR, hasta el 30 de septiembre de 2025.',
      'El DBPR impuso una multa de $1,234.50 el 4 de agosto de 2025 (caso F-1, 1 infracción). La infracción fue el 1 de septiembre de 2024. Se refiere a un titular anterior de esta licencia. Fuente: archivo de actividad disciplinaria del DBPR, hasta el 4 de agosto de 2025.',
      'El DBPR dictó una orden final sin multa el 25 de julio de 2025 (caso U-1, 2 infracciones). Los archivos no muestran si se refiere al titular actual. Fuente: archivo de actividad disciplinaria del DBPR, hasta el 31 de julio de 2025.',
    ]);
  });

  test('are not mentioned if there are none', () => {
    assert.ok(!pageOf([], 'en').includes('inal order'));
    assert.ok(!pageOf([], 'es').includes('rdenes finales'));
  });

  test('never add HTML from a case number to the page', () => {
    const page = pageOf([order(120, { caseNumber: '<b>"x"&' })], 'en');
    assert.ok(!page.includes('<b>"x"'));
    assert.match(page, /case &(?:lt|#60);b/);
  });
});
