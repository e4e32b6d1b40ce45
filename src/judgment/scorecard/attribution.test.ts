import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { facts, license, recordContext, visit } from '../../../test/support/visits.ts';
import { buildRecord } from '../../records/record/record.ts';
import type { ListedNames, VendorFacts } from '../../regulator/source/vendor-facts.ts';

const AS_OF = '2026-01-01';
const CLOSED = 'Emergency order recommended';
const VISITS = [
  visit({ visitId: 1, visitedOn: '2025-02-01' }),
  visit({ visitId: 2, visitedOn: '2025-06-01' }),
];
const renamed = (businessName: string) => VISITS.map((each) => ({ ...each, businessName }));
const listed = (change: Partial<ListedNames> = {}): ListedNames => ({
  licenseeName: 'INVENTED JAM LLC',
  businessName: 'INVENTED JAM',
  firstOn: '2024-07-01',
  lastOn: '2025-07-01',
  ...change,
});

function cardOf(change: Partial<VendorFacts>) {
  const context = { ...recordContext(AS_OF), covers: new Map() };
  const record = buildRecord(facts({ visits: VISITS, ...change }), context);
  return record?.scorecard ?? assert.fail();
}

/** Returns which owners the inspections are attributed to, and the reason code if that is uncertain. */
function ownersOf(change: Partial<VendorFacts>): [owners: string, code: string | null] {
  const card = cardOf(change);
  const owners = [...new Set(card.inspections.map(({ owner }) => owner))].join(' ');
  return [owners, card.uncertain_record?.code ?? null];
}

describe('attribution of inspections', () => {
  const cases: readonly (readonly [
    name: string,
    change: Partial<VendorFacts>,
    owner: string,
    code: string | null,
  ])[] = [
    ['those under the license’s business name are the current owner’s', {}, 'current', null],
    [
      'those that name the licensee are the current owner’s',
      { license: license({ businessName: 'NEW SIGN', licenseeName: 'MADE UP MUFFINS LLC' }) },
      'current',
      null,
    ],
    [
      'those under a name that an older file lists for the same holder are the current owner’s',
      {
        license: license({ businessName: 'NEW SIGN', licenseeName: 'DOE JANE' }),
        names: [listed({ licenseeName: 'JANE DOE', businessName: 'MADE UP MUFFINS' })],
      },
      'current',
      null,
    ],
    [
      'those before the last file that lists an unrelated holder are a prior owner’s',
      { names: [listed()] },
      'prior',
      null,
    ],
    [
      'those before the last file that lists another holder with the same business name are uncertain',
      { names: [listed({ businessName: 'MADE UP MUFFINS' })] },
      'uncertain',
      'holder_changed',
    ],
    [
      'those with one License ID before and after a file that lists another holder are uncertain',
      { names: [listed({ lastOn: '2025-03-01' })] },
      'uncertain',
      'holder_changed',
    ],
    [
      'those after the last file that lists another holder are the current owner’s',
      { names: [listed({ lastOn: '2025-01-01' })] },
      'current',
      null,
    ],
    [
      'those with one License ID before and after an approved change of owner are uncertain',
      { ownershipChanges: ['2025-03-01'] },
      'uncertain',
      'change_approved',
    ],
    [
      'those after an opening inspection are the current owner’s if the change of owner was approved soon after it',
      {
        ownershipChanges: ['2025-03-01'],
        visits: VISITS.map((each, index) => ({
          ...each,
          inspectionType: index === 0 ? 'Food-Licensing Inspection' : 'Routine - Food',
        })),
      },
      'current',
      null,
    ],
    [
      'a blank licensee in an older file is not considered another holder',
      { names: [listed({ licenseeName: '', businessName: '' })] },
      'current',
      null,
    ],
    [
      'a blank licensee in the newest file is not considered another holder',
      {
        license: license({ licenseeName: '' }),
        names: [listed({ licenseeName: 'MADE UP MUFFINS LLC', businessName: 'MADE UP MUFFINS' })],
      },
      'current',
      null,
    ],
    [
      'those under the name of another business are uncertain',
      { visits: renamed('INVENTED JAM') },
      'uncertain',
      'other_name',
    ],
    ['those without a business name are uncertain', { visits: renamed('') }, 'uncertain', 'other_name'],
    [
      'those that may belong to a former holder listed in the same file are uncertain',
      { license: license({ formerNames: 'DOE JANE\nMADE UP MUFFINS' }) },
      'uncertain',
      'former_holder_alike',
    ],
    [
      'those under the license’s name are the current owner’s even if a former holder had another business',
      { license: license({ formerNames: 'DOE JANE\nINVENTED JAM' }) },
      'current',
      null,
    ],
    [
      'those for a license that is not on file are the last known owner’s',
      { license: undefined, visits: renamed('INVENTED JAM') },
      'current',
      null,
    ],
  ];
  for (const [name, change, owner, code] of cases)
    test(name, () => assert.deepEqual(ownersOf(change), [owner, code]));

  test('reports the license as “no_file” instead of “not_on_file” if there is no license file for the district', () => {
    const visits = VISITS.map((each) => ({ ...each, district: 5 }));
    assert.equal(cardOf({ license: undefined, visits }).license.status, 'no_file');
    assert.equal(cardOf({ license: undefined }).license.status, 'not_on_file');
    assert.equal(cardOf({ license: license({ onFile: false }) }).license.status, 'not_on_file');
  });

  test('attributes a different License ID to a prior owner even if other inspections are uncertain', () => {
    const visits = [visit({ visitId: 7, licenseId: 3, visitedOn: '2024-02-01' }), ...renamed('INVENTED JAM')];
    assert.deepEqual(
      cardOf({ visits }).inspections.map(({ owner, prior_owner: prior }) => [owner, prior]),
      [
        ['uncertain', false],
        ['uncertain', false],
        ['prior', true],
      ],
    );
  });

  test('does not use uncertain inspections for the grade, former name or counts, and gives the reason', () => {
    const card = cardOf({ visits: renamed('INVENTED JAM') });
    assert.deepEqual(
      [card.grade_status, card.service_score, card.aka, card.rollup_12m.inspections, card.last_disposition],
      ['insufficient_record', null, null, 0, null],
    );
    assert.equal(
      card.uncertain_record?.text,
      '2 inspections on file may be another owner’s: they name the business “INVENTED JAM”, and the license is listed ' +
        'as “MADE UP MUFFINS”. They are neither scored nor counted.',
    );
  });

  test('does not show an older file’s name as the former name of a different business', () => {
    const card = cardOf({ visits: renamed('INVENTED JAM'), license: license({ onFile: false }) });
    assert.deepEqual([card.name, card.aka], ['INVENTED JAM', null]);
    assert.equal(
      card.uncertain_record?.text,
      '2 inspections on file may be another owner’s: they name the business “INVENTED JAM”, and the license was listed ' +
        'as “MADE UP MUFFINS”. They are neither scored nor counted.',
    );
    const same = cardOf({ visits: renamed('MADE UP MUFFINS TOO'), license: license({ onFile: false }) });
    assert.deepEqual([same.name, same.aka], ['MADE UP MUFFINS TOO', 'MADE UP MUFFINS']);
  });

  test('leaves an order from before an approved change of owner in force until the new owner is inspected', () => {
    const closed = visit({ visitId: 9, visitedOn: '2025-11-01', disposition: CLOSED });
    const opened = visit({ visitId: 10, licenseId: 11, visitedOn: '2025-12-01' });
    const ownershipChanges = ['2025-11-20'];
    assert.equal(cardOf({ visits: [closed], ownershipChanges }).hold.active, true);
    assert.equal(cardOf({ visits: [closed, opened], ownershipChanges }).hold.active, false);
  });

  test('leaves an order in force even if it is unclear which vendor it applies to, and shows the worst result', () => {
    const closed = visit({
      visitId: 9,
      visitedOn: '2025-11-01',
      disposition: CLOSED,
      businessName: 'INVENTED JAM',
    });
    const card = cardOf({ visits: [closed] });
    assert.equal(card.hold.active, true);
    assert.match(
      card.uncertain_record?.text ?? '',
      /Its gravest result: “Emergency order recommended” \(November 1, 2025\)\.$/,
    );
  });
});

test('if two former holders were last listed on the same date, the input order does not affect the result', () => {
  const other = listed();
  const alike = listed({ businessName: 'MADE UP MUFFINS' });
  assert.notDeepEqual(ownersOf({ names: [other] }), ownersOf({ names: [alike] }));
  assert.deepEqual(cardOf({ names: [other, alike] }), cardOf({ names: [alike, other] }));
});
