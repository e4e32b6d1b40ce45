import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { coversOf } from '../../src/intake/coverage/files-cover.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { isWholeRun, long } from '../../test/support/whole-run.ts';
import { reachOf } from '../truth/covers.ts';
import { readRawFiles } from '../truth/raw-files.ts';
import { toRawWorld } from '../truth/raw-world.ts';
import { atClock, type Truth, truthsOf } from '../truth/truth.ts';
import { type AppliedVendor, readApplications } from './applications.ts';
import { parseFiles } from './published.ts';
import { checkText } from './spoken.ts';
import { openDemoWorld, type World } from './worlds.ts';

/**
 * The number of days after the as-of date at which applications are read. A whole run uses all of the days.
 */
const DAYS = isWholeRun ? {} : { later: [0] };

describe('the statements about a record on application pages', () => {
  let world: World;
  let parsed: ParsedFile[];
  let truths: ReadonlyMap<string, Truth>;
  let applied: readonly AppliedVendor[];
  const read = async (change?: (page: string) => string): Promise<AppliedVendor[]> => {
    const all: AppliedVendor[] = [];
    const take = (vendor: AppliedVendor) => void all.push(vendor);
    await readApplications(
      parsed,
      world.days[0] ?? '',
      change ? { take, change, later: [0] } : { take, ...DAYS },
    );
    return all;
  };
  before(async () => {
    world = await openDemoWorld(7, 120);
    parsed = await parseFiles(world.paths, world.readOn);
    truths = truthsOf(toRawWorld(await readRawFiles(world.paths)), world.days[0] ?? '');
    applied = await read();
  });
  after(() => world.remove());
  const truthOf = ({ type, digits, clock }: AppliedVendor): Truth => {
    const truth = truths.get(`${type} ${digits}`);
    assert.ok(truth);
    return atClock(truth, clock);
  };

  test('are true according to the raw rows, appear in every place, and are not shown to the applicant', () => {
    assert.ok(applied.length > (isWholeRun ? 500 : 150), String(applied.length));
    for (const vendor of applied) {
      const faults = vendor.spoken.flatMap((each) => checkText(each, truthOf(vendor)).faults);
      assert.deepEqual(faults, []);
      assert.deepEqual(vendor.contradictions, []);
    }
  });

  const LIES: readonly (readonly [name: string, true_: RegExp, false_: string])[] = [
    ['a better verdict', /^\? Review first$/, '✓ Clear to book'],
    ['a better stamp', /^✕Don’t book$/, '✓Clear to book'],
    ['a different verdict in the compliance file', /^! Book with care · /, '✓ Clear to book · '],
    ['a different license number', /^([A-Z]{3})\d(\d{6}), (food truck|caterer)$/, '$10$2, $3'],
    ['a caterer as a food truck', /, caterer$/, ', food truck'],
    ['a different event date', /^(As of now for an event from \w+) \d+,/, '$1 32,'],
    [
      'a past event as an upcoming one',
      /^As of now, after the event\. Records/,
      'As of now for an event on May 1, 2031. Records',
    ],
    ['newer records', /(Records through \w+) \d+,/, '$1 32,'],
    ['a better letter', /^Grade [B-F]$/, 'Grade A'],
    ['a different score', /^\d+\.\d, /, '11.1, '],
    ['a lower risk', /, high risk$/, ', low risk'],
    ['a letter although it is withheld', /^Withheld because the license isn’t confirmed$/, 'A'],
    ['a different name on record', /^(Applied as .* record is ).*(\. Ask)/, '$1LOLAS TACOS$2'],
    [
      'a license that is still valid at the event',
      /^The license is current and expires on ([^,]*, \d+), before .*$/,
      'License current through $1. Grade A.',
    ],
    ['a license that expires later', /^Current, expires (\w+) (\d+), \d+$/, 'Current, expires $1 $2, 2031'],
    ['a decision filed for a different event date', /^(Filed .*, for an event from \w+) \d+,/, '$1 32,'],
    ['a different filed verdict', /^\? Review first Food truck night/, '✓ Clear to book Food truck night'],
    [
      'no hold although there is one',
      /^The regulator closed the business under this license: .*$/,
      'None in force',
    ],
  ];
  // This test is only for whole runs, because some of these sentences appear only on certain days.
  for (const [name, true_, false_] of LIES)
    test(`are rejected if made false: ${name}`, long, () => {
      let told = 0;
      for (const vendor of applied)
        for (const spoken of vendor.spoken) {
          const text = spoken.text.replace(true_, false_);
          if (text === spoken.text) continue;
          told += 1;
          assert.notDeepEqual(checkText({ ...spoken, text }, truthOf(vendor)).faults, [], text);
        }
      assert.ok(told > 0, 'no application of the small world has such a sentence');
    });

  test('are reported if a reason is left out, the applicant sees a verdict, or a document is made up', async () => {
    const spoilt = await read((page) =>
      page
        .replace(/<ul class="reasons"><li[\s\S]*?<\/li>/, '<ul class="reasons">')
        .replace(/<span class="sentence">[^<]*<\/span>/, '')
        .replace('<p class="lead">', '<p>Review first</p><p class="lead">')
        .replace('>Not received<', '>Confirmed<'),
    );
    const places = ['the application’s page', 'the inbox', 'the compliance file'];
    for (const { contradictions } of spoilt) {
      for (const where of places)
        assert.ok(contradictions.some((text) => text.startsWith(`${where} leaves out: `)));
      assert.deepEqual(
        contradictions.filter((text) => !text.includes(' leaves out: ')),
        [
          'a document is told of that nobody sent',
          'the applicant reads (en): Review first',
          'the applicant reads (es): Review first',
        ],
      );
    }
  });
});

test('the second reading knows which dates the files cover, even after a gap', () => {
  const start = '2024-01-01';
  const span = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 200 }));
  const asOf = addDays(start, 1000);
  fc.assert(
    fc.property(
      fc.array(span, { minLength: 1, maxLength: 6 }),
      fc.option(fc.integer({ min: 0, max: 1100 })),
      (drawn, to) => {
        const spans = drawn.map(([from, days]) => ({
          from: addDays(start, from),
          to: addDays(start, from + days),
        }));
        const licensesTo = to === null ? undefined : addDays(start, to);
        const inspections = spans.map((each) => ({
          kind: 'inspections' as const,
          district: 6,
          fileDate: each.to,
          coveredDays: { first: each.from, last: each.to },
        }));
        const licenses =
          licensesTo === undefined
            ? []
            : [{ kind: 'licenses' as const, district: 6, fileDate: licensesTo, coveredDays: null }];
        const [cover] = coversOf([...inspections, ...licenses], asOf);
        assert.equal(reachOf({ licensesTo, spans }, asOf), cover?.reach_to);
      },
    ),
    { numRuns: 2000 },
  );
});
