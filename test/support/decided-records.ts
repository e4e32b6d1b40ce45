import assert from 'node:assert/strict';
import fc from 'fast-check';
import { limitingFactors } from '../../src/decisions/self-check/factors.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import { toPublishedFacts } from '../../src/records/record/decision-facts.ts';
import { buildRecord, type VendorRecord } from '../../src/records/record/record.ts';
import type { FactClosure, FactOrder, FactVisit } from '../../src/regulator/source/vendor-facts.ts';
import { facts, license, recordContext, visit } from './visits.ts';

/**
 * Vendor records built from random or given fake visits, for tests of decisions and the wording that
 * describes them.
 */

export const AS_OF = '2026-01-01';
const GOOD = 'Inspection Completed - No Further Action';
/** Dispositions from least to most serious, which is also the order of their effect on the verdict. */
export const BY_GRAVITY = [
  GOOD,
  'Warning Issued',
  'Administrative complaint recommended',
  'Emergency order recommended',
];

type Cover = {
  readonly reach_to: string;
  readonly whole_year: boolean;
  readonly inspections_from: string | null;
  readonly licenses_to: string | null;
  readonly inspections_to: string | null;
};

/** Coverage by files over several years, up to the as-of day. */
const WHOLE: Cover = {
  reach_to: AS_OF,
  whole_year: true,
  inspections_from: '2020-01-01',
  licenses_to: AS_OF,
  inspections_to: AS_OF,
};

export function recordOf(
  visits: readonly FactVisit[],
  change: Parameters<typeof license>[0] = {},
  cover: Partial<Cover> = {},
  closures: readonly FactClosure[] = [],
  orders: readonly FactOrder[] = [],
): VendorRecord {
  const covers = new Map([[6, { ...WHOLE, ...cover }]]);
  const context = { ...recordContext(AS_OF), covers };
  return buildRecord(facts({ visits, license: license(change), closures, orders }), context) ?? assert.fail();
}

export function published(...record: Parameters<typeof recordOf>) {
  return toPublishedFacts(recordOf(...record));
}

export function limits(record: VendorRecord) {
  return limitingFactors(toPublishedFacts(record), record.scorecard.inspections);
}

export const anyVisits = visitsEndingIn(BY_GRAVITY, { highPriority: 5, intermediate: 5, basic: 8 });
/** Mostly good visits, so that every letter grade occurs. Some visits have an unknown result. */
export const mostlyGoodVisits = visitsEndingIn(
  [...Array.from({ length: 8 }, () => GOOD), ...BY_GRAVITY.slice(1), 'Assigned to Inspector'],
  { highPriority: 1, intermediate: 1, basic: 4 },
);

function visitsEndingIn(
  dispositions: readonly string[],
  most: { readonly highPriority: number; readonly intermediate: number; readonly basic: number },
) {
  const single = fc.record({
    daysAgo: fc.integer({ min: 0, max: 900 }),
    highPriority: fc.integer({ min: 0, max: most.highPriority }),
    intermediate: fc.integer({ min: 0, max: most.intermediate }),
    basic: fc.integer({ min: 0, max: most.basic }),
    disposition: fc.constantFrom(...dispositions),
  });
  return fc
    .array(single, { maxLength: 6 })
    .map((all) =>
      all.map(({ daysAgo, ...rest }, index) =>
        visit({ ...rest, visitId: index + 1, visitedOn: addDays(AS_OF, -daysAgo) }),
      ),
    );
}

/**
 * Realistic inspection histories that include callbacks, missing first visits, opening inspections, unknown
 * results, and unknown counts.
 */
export const anyCases = fc
  .array(
    fc.record({
      daysAgo: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 1_000 })),
      highPriority: fc.integer({ min: 0, max: 6 }),
      basic: fc.integer({ min: 0, max: 8 }),
      disposition: fc.constantFrom(...BY_GRAVITY, GOOD, 'Assigned to Inspector'),
      callback: fc.constantFrom(
        null,
        null,
        'Call Back - Complied',
        'Call Back - Extension given, pending',
        'Admin. Complaint Callback Complied',
        'Emergency Order Callback Complied',
        'Emergency Order Callback Not Complied',
      ),
      isFirstMissing: fc.constantFrom(false, false, false, true),
      isUnknown: fc.constantFrom(false, false, false, true),
      inspectionType: fc.constantFrom('Routine - Food', 'Routine - Food', 'Food-Licensing Inspection'),
    }),
    { maxLength: 5 },
  )
  .map((cases) =>
    cases.flatMap(({ daysAgo, callback, isFirstMissing, isUnknown, basic, ...rest }, index) => {
      const caseId = 10 * (index + 1);
      const visitedOn = addDays(AS_OF, -daysAgo);
      const counts = isUnknown
        ? { total: null, highPriority: null, intermediate: null, basic: null }
        : { basic, highPriority: rest.highPriority, total: basic + rest.highPriority };
      const first = visit({ ...rest, ...counts, visitId: caseId, caseId, visitedOn });
      if (callback === null) return isFirstMissing ? [] : [first];
      const later = visit({
        visitId: caseId + 1,
        caseId,
        visitNumber: 2,
        disposition: callback,
        inspectionType: rest.inspectionType,
        visitedOn: addDays(visitedOn, Math.min(9, daysAgo)),
      });
      return isFirstMissing ? [later] : [first, later];
    }),
  );

/** Returns a final order dated `daysAgo` days before the as-of day, with a $500 fine by default. */
export function order(daysAgo: number, change: Partial<FactOrder> = {}): FactOrder {
  const orderedOn = addDays(AS_OF, -daysAgo);
  return {
    caseNumber: '2025000001',
    orderedOn,
    violationOn: addDays(orderedOn, -60),
    violations: 2,
    fineCents: 50_000,
    fileDate: orderedOn,
    ...change,
  };
}

export const anyOrders = fc
  .array(fc.integer({ min: 0, max: 800 }), { maxLength: 2 })
  .map((days) => days.sort((a, b) => a - b).map((daysAgo) => order(daysAgo)));

/**
 * File coverage that is recent, old, or too old, and that spans several years, 90 days, 89 days, or nothing.
 */
export const anyCover = fc.record({
  reach_to: fc.constantFrom(AS_OF, addDays(AS_OF, -14), addDays(AS_OF, -15), addDays(AS_OF, -61)),
  whole_year: fc.boolean(),
  inspections_from: fc.constantFrom('2020-01-01', addDays(AS_OF, -90), addDays(AS_OF, -89), null),
});
export const anyLicense = fc.constantFrom(
  {},
  { primaryStatus: '45' },
  { secondaryStatus: '18' },
  { onFile: false },
  { expiresOn: '2025-06-01' },
  { expiresOn: '2025-12-15' },
);
