import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  AS_OF,
  anyCover,
  anyLicense,
  mostlyGoodVisits,
  recordOf,
} from '../../../test/support/decided-records.ts';
import { visit } from '../../../test/support/visits.ts';
import { addDays } from '../../lib/time/dates.ts';
import { toPublishedFacts } from '../../records/record/decision-facts.ts';
import type { VendorRecord } from '../../records/record/record.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { SelfCheck } from './schemas.ts';
import { selfCheckOf } from './self-check.ts';

function inBoth(record: VendorRecord): { readonly en: SelfCheck; readonly es: SelfCheck } {
  const facts = toPublishedFacts(record);
  const { inspections } = record.scorecard;
  const place = { baseUrl: 'https://x.example', today: AS_OF };
  return {
    en: selfCheckOf(facts, inspections, place),
    es: selfCheckOf(facts, inspections, { ...place, language: 'es' }),
  };
}

/** Lists every sentence, in response order. */
function sentencesOf({ limiting_factors, outlook, strengths, monitoring }: SelfCheck): string[] {
  const factors = limiting_factors.flatMap((each) => [
    each.issue,
    each.corrective_action,
    each.evidence,
    each.resource.title,
    ...(each.fades ? [each.fades.text] : []),
  ]);
  const others = [...outlook.missing, ...strengths].map(({ text }) => text);
  return [...factors, outlook.text, ...others, monitoring.description];
}

const MONTHS = {
  en: 'January February March April May June July August September October November December'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
};
const ENGLISH =
  /\b(?:the|and|with|your|was|were|not|from|this|that|which|inspections?|violations?|visit|license|record|grade|regulator)\b/i;

/** Returns the facts in a sentence, in either language: its dates, its numbers and the regulator's words. */
function claimsOf(text: string, language: 'en' | 'es') {
  const quotes = text.match(/“[^”]*”/g) ?? [];
  const names = MONTHS[language].join('|');
  const day =
    language === 'en'
      ? new RegExp(`(?<month>${names}) (?<day>\\d+), (?<year>\\d{4})`, 'g')
      : new RegExp(`(?<day>\\d+) de (?<month>${names}) de (?<year>\\d{4})`, 'g');
  const bare = text.replace(/“[^”]*”/g, '');
  const days = [...bare.matchAll(day)].map(({ groups }) => {
    const month = MONTHS[language].indexOf(groups?.month ?? '') + 1;
    return `${groups?.year}-${month}-${groups?.day}`;
  });
  const numbers = bare.replace(day, '').match(/\d+/g) ?? [];
  const letters =
    bare.match(
      /(?<=(?:graded?|calificación|grade (?:to|will drop to)|calificación (?:a|bajará a)) )[A-F]\b/g,
    ) ?? [];
  return [quotes, days, numbers, letters].map((each) => [...each].sort());
}

function assertSaysTheSame({ en, es }: { readonly en: SelfCheck; readonly es: SelfCheck }): void {
  const english = sentencesOf(en);
  const spanish = sentencesOf(es);
  assert.equal(spanish.length, english.length);
  for (const [index, text] of spanish.entries()) {
    const other = english[index] ?? '';
    assert.deepEqual(claimsOf(text, 'es'), claimsOf(other, 'en'), `${other}\n${text}`);
    const ours = text.replace(/“[^”]*”/g, '').replace('Clean Indoor Air Act', '');
    assert.doesNotMatch(ours, ENGLISH, text);
    assert.notEqual(ours, other);
  }
  const withoutWords = (check: SelfCheck) => ({
    ...check,
    monitoring: null,
    strengths: check.strengths.map(({ code }) => code),
    limiting_factors: check.limiting_factors.map(({ code, severity, quotes, fades, resource }) => ({
      code,
      severity,
      quotes,
      on: fades?.on,
      url: resource.url,
    })),
    outlook: { ...check.outlook, text: '', missing: check.outlook.missing.map(({ code }) => code) },
  });
  assert.deepEqual(withoutWords(es), withoutWords(en));
}

const EMERGENCY = 'Emergency order recommended';
const clean = [1, 2].map((visitId) => visit({ visitId, visitedOn: `2025-0${visitId}-01` }));
const ending = (disposition: string, visitedOn = '2025-12-01') =>
  visit({ visitId: 50, visitedOn, disposition });
const reopened = visit({
  visitId: 51,
  caseId: 50,
  visitNumber: 2,
  visitedOn: '2025-12-02',
  disposition: 'Emergency Order Callback Complied',
});
const high = (visitId: number, visitedOn: string, highPriority = 2) =>
  visit({ visitId, visitedOn, highPriority, intermediate: 1, basic: 3 });
const CATEGORIES = Array.from({ length: REGULATOR.categoryMax }, (_, index) => index + 1);

const MEASURES = [
  EMERGENCY,
  'Administrative determination recommended',
  'Administrative complaint recommended',
  'Warning Issued',
];
/** Creates visits with each enforcement action this many times, long ago. The last visit met standards. */
const measured = (times: number) => [
  ...Array.from({ length: times }, () => MEASURES)
    .flat()
    .map((disposition, index) =>
      visit({ visitId: 80 + index, visitedOn: addDays('2024-01-01', 20 * index), disposition }),
    ),
  ...clean,
];

/** Creates a closure that is only in the regulator's weekly file. */
const reported = (closedOn: string) => ({
  closedOn,
  businessName: '',
  conditions: 'Sewage',
  reopenedOn: closedOn,
});

const SAMPLES: readonly Parameters<typeof recordOf>[] = [
  [[...clean, ending(EMERGENCY)]],
  [measured(1)],
  [measured(2)],
  [[...clean, ending('Administrative determination recommended')]],
  [[...clean, ending(EMERGENCY), reopened]],
  [clean, {}, {}, [reported('2025-06-01')]],
  [[...clean, ending('Administrative complaint recommended')]],
  [[...clean, ending('Warning Issued')]],
  [[...clean, ending('Assigned to Inspector')]],
  [[...clean, visit({ visitId: 60, visitedOn: '2025-12-01', total: null })]],
  [[]],
  [clean, { primaryStatus: '45' }],
  [clean, { secondaryStatus: '18' }],
  [clean, { onFile: false }],
  [clean, { expiresOn: '2025-06-01' }],
  [clean, {}, { inspections_from: addDays(AS_OF, -30) }],
  [clean, {}, { inspections_from: null }],
  [[high(1, '2025-03-01'), high(2, '2025-06-01', 1), high(3, '2025-12-01')]],
  [
    [
      high(1, '2025-01-01', 1),
      ...clean.map((each) => ({ ...each, visitId: each.visitId + 70, caseId: each.visitId + 70 })),
    ],
  ],
  [[high(1, '2025-06-01', 12), high(2, '2025-09-01', 15), high(3, '2025-12-01', 14)]],
  [[high(1, '2025-06-01', 1), visit({ visitId: 2, visitedOn: '2025-09-01', basic: 4 })]],
  [
    CATEGORIES.map((category) =>
      visit({
        visitId: category,
        visitedOn: addDays('2025-01-01', category),
        basic: 1,
        categories: `${category}:1`,
      }),
    ),
  ],
];

describe('a self-check in Spanish', () => {
  test('has the same dates, numbers, letters and quotes as in English for every kind of factor', () => {
    const made = SAMPLES.map((sample) => inBoth(recordOf(...sample)));
    for (const each of made) assertSaysTheSame(each);
    const codes = new Set(made.flatMap(({ en }) => en.limiting_factors.map(({ code }) => code)));
    const wanted = [
      'regulator_hold',
      'unresolved_enforcement',
      'recent_emergency_closure',
      'license_not_confirmed',
      'closed_within_year',
      'grade_c',
      'grade_d',
      'grade_f',
      'follow_up_open',
      'last_result_unknown',
      'counts_unknown',
      'insufficient_record',
      'coverage_too_short',
      'emergency_measures',
      'operating_without_license',
      'administrative_complaints',
      'follow_ups',
      'high_priority_at_last_inspection',
      'high_priority_violations',
      ...CATEGORIES.map((category) => `category_${category}`),
    ];
    assert.deepEqual(
      wanted.filter((code) => !codes.has(code)),
      [],
    );
  });

  test('has the same facts as in English for any record', () => {
    fc.assert(
      fc.property(mostlyGoodVisits, anyLicense, anyCover, (visits, license, cover) => {
        const record = recordOf(visits, license, cover);
        // Skip records whose English sentence is quoted in full, which this test does not compare.
        fc.pre(toPublishedFacts(record).uncertain_record === null);
        assertSaysTheSame(inBoth(record));
      }),
    );
  });
});
