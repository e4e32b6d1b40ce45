import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Static } from 'typebox';
import type { Scorecard } from '../../../src/judgment/scorecard/schemas.ts';
import { type PublishedFacts, parsePublishedFacts } from '../../../src/records/record/decision-facts.ts';
import {
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../../../test/support/regulator-files.ts';
import { Cards } from '../card.ts';
import { columnsOf, OBSERVATION_TITLES } from '../columns.ts';
import type { PublishedState } from '../published-state.ts';
import { openTrialRegistry, parse } from '../registry.ts';
import { columnAt, readTable, type Table, toBytes, withCells } from '../table.ts';
import { type GoodFiles, type Harm, judgeHarm, readGoodFiles } from './judge-harm.ts';
import { isPlausible } from './plausible.ts';

const AS_OF = '2025-12-31';
const FIRST = '2014:1350001';
const SECOND = '2014:1350002';
const RAW_TEXT = 'Basic - Wares stacked wet on the lower shelf. Cook Maribel was educated about it.';
const SERVED_TEXT = 'Wares stacked wet on the lower shelf. Cook [name] was educated about it.';

type Card = Static<typeof Scorecard>;
interface Change {
  readonly scorecard?: (card: Card) => Partial<Card>;
  readonly evidence?: Partial<PublishedFacts['evidence']>;
}

function filesOfTwoTrucks(): Table[] {
  const [licenses, visits] = [1, 2].reduce<
    [ReturnType<typeof licenseRow>[], ReturnType<typeof inspectionRow>[]]
  >(
    ([ofLicenses, ofVisits], each) => [
      [
        ...ofLicenses,
        licenseRow({
          licenseNumber: `MFD135000${each}`,
          businessName: `TRUCK ${each}`,
          expiresOn: '2026-06-01',
          licenseeName: `PERSON NUMBER ${each}`,
          lastInspectedOn: '2025-11-20',
        }),
      ],
      [...ofVisits, ...[1, 2, 3].map((month) => visitOf(each, month))],
    ],
    [[], []],
  );
  const texts = { columns: columnsOf('observations', 5), titles: OBSERVATION_TITLES };
  return [
    readTable('licenses', Buffer.from(licenseCsv(licenses))),
    readTable('inspections', Buffer.from(inspectionCsv(visits))),
    { kind: 'observations', ...texts, rows: [{ cells: ['1', '8001', '14-01-1', '1', RAW_TEXT] }] },
  ];
}

function visitOf(truck: number, month: number) {
  return inspectionRow({
    licenseNumber: `135000${truck}`,
    businessName: `TRUCK ${truck}`,
    licenseId: 8_800_000 + truck,
    visitId: truck * 8_000 + month,
    caseId: truck * 100 + month,
    total: 3,
    basic: 3,
    visitedOn: `2025-1${month === 3 ? 1 : 0}-${10 + month + truck}`,
  });
}

describe('the harm judge', () => {
  let truth: PublishedState;
  let files: GoodFiles;

  before(async () => {
    const tables = filesOfTwoTrucks();
    files = readGoodFiles(tables);
    const registry = await openTrialRegistry(AS_OF);
    const names = ['hrfood6.csv', '6fdinspi.csv'];
    const parsed = await Promise.all(
      names.map(async (name, index) => {
        const table = tables[index];
        assert.ok(table);
        return parse({ name, bytes: await toBytes(table) }, AS_OF, true);
      }),
    );
    const [trial] = await registry.attempt([parsed]);
    await registry.close();
    assert.ok(trial);
    truth = trial.state;
  });

  /** Returns the state with a different record for the first truck. */
  const changed = ({ scorecard, evidence }: Change): PublishedState => {
    const card = parseCard(truth, FIRST);
    const facts = parsePublishedFacts(truth.vendors.get(FIRST)?.facts ?? '');
    const text = {
      scorecard: JSON.stringify({ ...card, ...scorecard?.(card) }),
      facts: JSON.stringify({ ...facts, evidence: { ...facts.evidence, ...evidence } }),
    };
    return { ...truth, vendors: new Map([...truth.vendors, [FIRST, text]]) };
  };
  const judge = (published: PublishedState, good = truth, yesterday = good): Harm =>
    judgeHarm(new Cards(published), [new Cards(good), new Cards(yesterday)], files);
  const kindsOf = ({ harms }: Harm) => harms.map(([what]) => what);
  const harmsOf = (...states: Parameters<typeof judge>) => kindsOf(judge(...states));

  test('finds no harm in the truth or in yesterday’s state', () => {
    const none = { harms: [], example: '', worse: 0, lost: 0, shifted: 0 };
    assert.deepEqual(judge(truth), none);
    const yesterday = changed({ evidence: { grade: 'A' }, scorecard: () => ({ name: 'FORMER NAME' }) });
    assert.deepEqual(judge(yesterday, truth, yesterday), none);
  });

  test('reports a better letter or verdict as harm, unless yesterday’s state had it', () => {
    const good = changed({ evidence: graded('A') });
    const bad = changed({ evidence: graded('F') });
    assert.deepEqual(harmsOf(good, bad), ['a better verdict', 'a better letter']);
    assert.deepEqual(harmsOf(good, changed({ evidence: graded('B') })), ['a better letter']);
    assert.deepEqual(harmsOf(changed({ evidence: graded('B') }), bad, good), []);
    assert.equal(judge(bad, good).worse, 1);
    assert.deepEqual(harmsOf(bad, good), []);
  });

  test('counts a letter as better than a withheld letter, and a missing letter as lost', () => {
    const letter = changed({ evidence: graded('F') });
    const none = changed({ evidence: { grade: null, grade_status: 'withheld' } });
    assert.ok(harmsOf(letter, none).includes('a better letter'));
    const short = changed({ evidence: { grade: null, grade_status: 'insufficient_record' } });
    assert.deepEqual(harmsOf(short, letter), []);
    assert.deepEqual(
      [judge(short, letter).lost, judge(short, changed({ evidence: graded('A') })).lost],
      [1, 1],
    );
  });

  test('reports a missing hold as harm, and counts a new hold as worse', () => {
    const held = changed({ evidence: { hold: { active: true, reasons: [] } } });
    assert.ok(harmsOf(truth, held).includes('a hold is gone'));
    assert.deepEqual(harmsOf(truth, held, truth), []);
    assert.deepEqual([harmsOf(held), judge(held).worse], [[], 1]);
  });

  test('reports a missing closure as harm, and counts a closure with an unknown result as lost', () => {
    const withResult = (result: Card['inspections'][number]['result']) =>
      changed({
        scorecard: ({ inspections }) => ({
          inspections: inspections.map((visit, index) =>
            index === 0 ? { ...visit, result, disposition: result } : visit,
          ),
        }),
      });
    const closed = withResult('closed');
    assert.deepEqual(harmsOf(withResult('met'), closed), ['a closure is gone']);
    assert.deepEqual(harmsOf(withResult('met'), closed, truth), []);
    assert.deepEqual(
      [harmsOf(withResult('unknown'), closed), judge(withResult('unknown'), closed).lost],
      [[], 1],
    );
    const reported = { ...truth, closures: new Map([['1350001|2025-11-01', '["TRUCK 1","Sewage",""]']]) };
    assert.deepEqual(harmsOf(truth, reported), ['a reported closure is gone']);
  });

  test('reports a visit, name, closure or application that belongs to another business', () => {
    const [visit] = parseCard(truth, SECOND).inspections;
    assert.ok(visit);
    const given = changed({ scorecard: ({ inspections }) => ({ inspections: [visit, ...inspections] }) });
    assert.deepEqual(harmsOf(given), ['a visit of another business']);
    assert.deepEqual(harmsOf(changed({ scorecard: () => ({ name: 'Truck  2' }) })), [
      'the name of another business',
    ]);
    const tables = [
      fileOf('closures', [['D6', '11/01/2025', '1350002', 'TRUCK 2', '', '', 'Sewage', '']]),
      fileOf('new_licenses', [['77', 'x', '11/01/2025', '200', '2014', ...Array(25).fill(''), 'MFD1350002']]),
    ];
    const more = readGoodFiles([...filesOfTwoTrucks(), ...tables]);
    const moved = {
      ...truth,
      closures: new Map([['1350001|2025-11-01', '["TRUCK 2","Sewage",""]']]),
      applications: new Map([['2014:1350001|new_license|77', '2025-11-01']]),
    };
    const good = new Cards(truth);
    assert.deepEqual(kindsOf(judgeHarm(new Cards(moved), [good, good], more)), [
      'a closure of another business',
      'an application of another business',
    ]);
  });

  test('reports a business that is not in any good file', () => {
    const record = truth.vendors.get(FIRST);
    assert.ok(record);
    const invented = { ...truth, vendors: new Map([...truth.vendors, ['2013:1350001', record]]) };
    assert.ok(harmsOf(invented).includes('a business of no good file'));
  });

  test('reports an inspector’s text about another business, and an employee’s name', () => {
    assert.deepEqual(harmsOf(withText(SERVED_TEXT)), []);
    const other = { ...truth, vendors: new Map([...truth.vendors, [SECOND, textRecord()]]) };
    assert.deepEqual(harmsOf(other), ['a text about another business']);
    assert.deepEqual(harmsOf(withText(RAW_TEXT), withText(SERVED_TEXT)), ['the name of an employee']);
  });

  test('reports a phone number, a street address and a licensee’s name', () => {
    const [street] = files.personal.streets;
    assert.ok(street);
    const named = (name: string) => harmsOf(changed({ scorecard: () => ({ name }) }));
    assert.deepEqual(named('(850) 555-0199'), ['a phone number']);
    assert.deepEqual(named('8505550199'), ['a phone number']);
    assert.deepEqual(named(street), ['a street address']);
    assert.deepEqual(named('Person Number 1'), ['the name of a licensee']);
    assert.deepEqual(named('SOMETHING ELSE 1350001'), []);
    assert.deepEqual(named('0f85a123-4567-8123-9876-55501234abcd'), []);
  });

  test('counts a detail that is merely different as shifted', () => {
    const moved = changed({
      scorecard: ({ location }) => ({ location: { ...location, city: 'ELSEWHERE' } }),
    });
    assert.deepEqual(judge(moved), { harms: [], example: '', worse: 0, lost: 0, shifted: 1 });
  });

  function withText(text: string): PublishedState {
    return changed({ scorecard: (card) => inspectionsWith(card, text) });
  }

  function textRecord() {
    const card = parseCard(truth, SECOND);
    const scorecard = JSON.stringify({ ...card, ...inspectionsWith(card, SERVED_TEXT) });
    return { scorecard, facts: truth.vendors.get(SECOND)?.facts ?? '' };
  }
});

describe('damage that is as plausible as the truth', () => {
  const [today] = filesOfTwoTrucks();
  assert.ok(today);
  const table = { ...today, rows: today.rows };
  const target = {
    kind: 'licenses' as const,
    name: 'a.csv',
    today: table,
    yesterday: { ...table, rows: table.rows.slice(0, 1) },
    older: table,
    otherDistrict: undefined,
    otherYear: undefined,
    ours: [0, 1],
    otherKinds: [],
  };
  const isPlausibleWith = (index: number, column: string, value: string) => {
    const rows = table.rows.map((row, at) =>
      at === index ? withCells(row, [[columnAt(table, column), value]]) : row,
    );
    return isPlausible(target, { file: { ...table, rows }, touched: new Set([index]), note: '' });
  };

  test('is possible only in new rows that appear once and whose values look like others in their columns', () => {
    assert.equal(isPlausibleWith(1, 'name', 'OTHER NAME 3'), true);
    assert.equal(isPlausibleWith(0, 'name', 'OTHER NAME 3'), false, 'a row that yesterday had');
    assert.equal(isPlausibleWith(1, 'number', 'MFD1350001'), false, 'a number that yesterday had');
    assert.equal(isPlausibleWith(1, 'zip', 'TALLAHASSEE'), false, 'a word in a column of numbers');
    const dropped = { ...table, rows: table.rows.slice(0, 1) };
    assert.equal(isPlausible(target, { file: dropped, touched: new Set([1]), note: '' }), false);
  });
});

function inspectionsWith({ inspections }: Card, text: string): Partial<Card> {
  const violation = { category: 14, title: 'x', count: 1, reporting_only: false, text };
  return {
    inspections: inspections.map((visit, index) =>
      index === 0 ? { ...visit, violations: [violation] } : visit,
    ),
  };
}

function graded(
  grade: NonNullable<PublishedFacts['evidence']['grade']>,
): Partial<PublishedFacts['evidence']> {
  return { grade, grade_status: 'graded' };
}

function fileOf(kind: Table['kind'], rows: readonly (readonly string[])[]): Table {
  const columns = columnsOf(kind, rows[0]?.length ?? 0);
  return { kind, titles: undefined, columns, rows: rows.map((cells) => ({ cells })) };
}

/** Parses a scorecard. The type is known, because the publication wrote the text. */
function parseCard({ vendors }: PublishedState, vendor: string): Card {
  return JSON.parse(vendors.get(vendor)?.scorecard ?? '') as Card;
}
