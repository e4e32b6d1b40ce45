import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import type { TestDatabase } from './engines.ts';
import { orderCsv, orderRow } from './order-files.ts';
import { file, licenses, truck, visits, world } from './publication-runs.ts';
import { applicationCsv, applicationRow, closureRow, closureWorkbook } from './regulator-files.ts';
import { readRowsInForce } from './rows-in-force.ts';

/** Dated files that overlap in every way that real files do. Damaged files can be mixed in. */

type VisitFields = Parameters<typeof visits>[1][number];

const visit = (visitId: number, visitedOn: string, last: number, changes: Partial<VisitFields> = {}) => ({
  visitId,
  visitedOn,
  licenseNumber: `135000${last}`,
  ...changes,
});
const observed = (text: string, ...visitIds: number[]) =>
  JSON.stringify(
    Object.fromEntries(visitIds.map((id) => [id, [{ code: '35A-03-4', observation: `Basic - ${text}` }]])),
  );

/**
 * The district's inspections for this year, as of three dates, and for the previous year, whose file extends
 * a few days into this one.
 */
const LAST_YEAR = [
  visit(9900001, '2025-06-20', 1),
  visit(9900002, '2025-06-30', 2),
  visit(9900009, '2025-06-29', 2),
  visit(9900003, '2025-07-02', 3, { basic: 1, total: 1 }),
];
const JULY = [
  visit(9900003, '2025-07-02', 3),
  visit(9900004, '2025-07-10', 1, { disposition: 'Emergency order recommended' }),
];
const AUGUST = [...JULY, visit(9900005, '2025-08-05', 2, { intermediate: 2, total: 2 })];
const SEPTEMBER = [
  visit(9900004, '2025-07-10', 1),
  visit(9900005, '2025-08-05', 2),
  visit(9900006, '2025-09-15', 4),
];

export async function readGoodFiles(): Promise<ParsedFile[]> {
  return [
    await visits('last-year.csv', LAST_YEAR),
    await visits('july.csv', JULY),
    await visits('august.csv', AUGUST),
    await visits('september.csv', SEPTEMBER),
    await visits('fragment.csv', [visit(9900007, '2025-07-04', 4), visit(9900008, '2025-07-25', 1)]),
    await licenses('june-licenses.csv', '2025-06-27', [1, 2, 3].map(truck)),
    await licenses('july-licenses.csv', '2025-07-28', [truck(1), { ...truck(2), primaryStatus: '45' }]),
    await licenses('september-licenses.csv', '2025-09-16', [truck(1), truck(2), truck(4)]),
    await file(
      'closed.xlsx',
      await closureWorkbook([
        closureRow({ licenseNumber: '1350001', closedOn: '2025-07-10', reopenedAt: '' }),
        closureRow({ licenseNumber: '1350002', closedOn: '2025-07-11', reopenedAt: '' }),
      ]),
    ),
    await file(
      'reopened.xlsx',
      await closureWorkbook([
        closureRow({ licenseNumber: '1350001', closedOn: '2025-07-10', reopenedAt: '2025-07-12' }),
        closureRow({ licenseNumber: '1350004', closedOn: '2025-07-18', reopenedAt: '' }),
      ]),
    ),
    await file(
      'owners.csv',
      applicationCsv(
        [
          applicationRow({
            ...truck(2),
            applicationType: 'Approve Change Owner Request',
            approvedOn: '2025-07-15',
          }),
        ],
        { file: 'change_of_owner' },
      ),
    ),
    await file(
      'texts.json',
      observed('First. - From follow-up inspection 2025-08-01: Shut.', 9900003, 9900005),
    ),
    await file(
      'orders.csv',
      orderCsv([
        orderRow({ ...truck(1), caseNumber: 'A-1' }),
        orderRow({ ...truck(2), caseNumber: 'A-2' }),
        orderRow({ ...truck(2), caseNumber: 'A-3', orderedOn: '2025-08-31' }),
      ]),
    ),
    await file(
      'orders-again.csv',
      orderCsv([
        orderRow({ ...truck(1), caseNumber: 'A-1', fine: '700' }),
        orderRow({ ...truck(3), caseNumber: 'A-4', orderedOn: '2025-09-30' }),
      ]),
    ),
    await file('more-texts.json', observed('Second. - From follow-up inspection 2025-09-01: Open.', 9900005)),
  ];
}

/**
 * Returns damaged files: visits that are renumbered, moved, or assigned to another license, and licenses that
 * are missing or changed.
 */
export async function readBadFiles(): Promise<ParsedFile[]> {
  return [
    await visits('renumbered.csv', [
      visit(9950001, '2025-07-02', 3, { disposition: 'Emergency order recommended' }),
      visit(9900004, '2025-08-20', 2, { highPriority: 9, total: 9 }),
      visit(9950003, '2025-10-15', 8),
    ]),
    await licenses('few-licenses.csv', '2025-10-01', [{ ...truck(9), businessName: 'SHIFTED' }]),
    await visits('wrong-year.csv', [visit(9900001, '2025-06-21', 5), visit(9950009, '2024-07-03', 6)]),
    await file('wrong-texts.json', observed('Wrong. - From follow-up inspection 2025-10-01: No.', 9900003)),
    await file(
      'wrong-orders.csv',
      orderCsv([
        orderRow({ ...truck(2), caseNumber: 'A-2', fine: '9' }),
        orderRow({ ...truck(4), caseNumber: 'A-9', orderedOn: '2025-10-01' }),
        orderRow({ ...truck(4), caseNumber: 'A-8', orderedOn: '2025-09-30' }),
      ]),
    ),
    await file(
      'wrong-closure.xlsx',
      await closureWorkbook([
        closureRow({ licenseNumber: '1350001', closedOn: '2025-07-10', reopenedAt: '' }),
        closureRow({ licenseNumber: '1350003', closedOn: '2025-10-02', reopenedAt: '' }),
      ]),
    ),
  ];
}

/** Returns all externally visible state and every row in force, without file numbers. */
export async function allInForce(database: TestDatabase): Promise<string> {
  const tables = Object.values(await readRowsInForce(database.db));
  const anonymous = tables.map((rows) => rows.map(({ file: _, ...row }) => row));
  return (await world(database)) + JSON.stringify(anonymous);
}
