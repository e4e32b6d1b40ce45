import type { PastVisit } from '../../src/backtest/moments.ts';
import { createRandom, drawFrom, drawInt } from '../../src/lib/random.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import { visit } from './visits.ts';

const OUTCOMES = [
  'Inspection Completed - No Further Action',
  'Inspection Completed - No Further Action',
  'Warning Issued',
  'Administrative complaint recommended',
  'Emergency order recommended',
  'Assigned to Inspector',
];
const TYPES = [
  'Routine - Food',
  'Routine - Food',
  'Routine - Food',
  'Complaint Full',
  'Food-Licensing Inspection',
];

/** Returns one visit in the form that the back-test uses. */
export function pastVisit(change: Partial<PastVisit> = {}): PastVisit {
  return { ...visit(change), licenseType: '2014', digits: '1350001', district: 6, categories: '', ...change };
}

/**
 * Generates fake inspection histories over three fiscal years, with callbacks and changes of owner. The same
 * seed always produces the same histories.
 */
export function pastVisits(seed: number, vendors: number): PastVisit[] {
  const all: PastVisit[] = [];
  for (let vendor = 0; vendor < vendors; vendor++) {
    const random = createRandom(seed, vendor);
    const careless = random();
    let day = addDays('2015-07-01', drawInt(random, 200));
    for (let number = 0; day < '2018-06-30'; number++) {
      const caseId = vendor * 100 + number;
      const base = {
        caseId,
        licenseId: vendor * 10 + (number >= 5 ? 1 : 0),
        digits: String(1_350_000 + vendor),
        licenseType: vendor % 6 === 0 ? '2013' : '2014',
        district: 5 + (vendor % 2),
        inspectionType: drawFrom(random, TYPES),
      };
      const found = () => (random() < careless ? 1 + drawInt(random, 3) : 0);
      const highPriority = found();
      const intermediate = found();
      const basic = found();
      all.push(
        pastVisit({
          ...base,
          highPriority,
          intermediate,
          basic,
          total: highPriority + intermediate + basic,
          visitId: all.length + 1,
          visitedOn: day,
          disposition: drawFrom(random, OUTCOMES),
          categories: highPriority > 0 ? `${1 + drawInt(random, 58)}:${highPriority}` : '',
        }),
      );
      if (random() < 0.3)
        all.push(
          pastVisit({
            ...base,
            visitId: all.length + 1,
            visitNumber: 2,
            visitedOn: addDays(day, 1 + drawInt(random, 90)),
            disposition: 'Call Back - Complied',
          }),
        );
      day = addDays(day, 30 + drawInt(random, 250));
    }
  }
  return all;
}
