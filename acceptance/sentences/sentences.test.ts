import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { RULES } from '../../src/judgment/policy/policy.ts';
import { isWholeRun } from '../../test/support/whole-run.ts';
import { atClock, type Truth } from '../truth/truth.ts';
import { checkBookedMails } from './booked-mails.ts';
import { CLOCKS } from './clocks.ts';
import { contradictionsOf, DENIES } from './contradictions.ts';
import { factorFaultsOf } from './factors.ts';
import { checkMail } from './mails.ts';
import type { Clocks, Published } from './published.ts';
import { readSmallWorld, type SmallWorld } from './small-world.ts';
import { checkText, type Fault, type Place, spokenOf } from './spoken.ts';

/** The times at which sentences are read. A whole run uses all of them. */
const TIMES: Clocks = (asOf, expiresOn) => {
  const all = CLOCKS(asOf, expiresOn);
  return isWholeRun ? all : all.slice(1, 2);
};

describe('every sentence about a record', () => {
  let world: SmallWorld;
  /**
   * The statements about each record at each time. Texts that are repeated for the same vendor are included
   * once.
   */
  let said: { readonly spoken: ReturnType<typeof spokenOf>[number]; readonly truth: Truth }[];
  before(async () => {
    world = await readSmallWorld({ clocks: TIMES });
    said = world.records.flatMap((published) =>
      spokenOf(published).map((spoken) => ({ spoken, truth: truthOf(published) })),
    );
  });
  const truthOf = ({ type, digits, clock }: Published): Truth => {
    const truth = world.truths.get(`${type} ${digits}`);
    assert.ok(truth);
    return atClock(truth, clock);
  };

  test('matches a known template, and is true according to the raw rows', () => {
    const faults: Fault[] = [];
    for (const { spoken, truth } of said) faults.push(...checkText(spoken, truth).faults);
    assert.deepEqual(faults.slice(0, 5), []);
  });

  test('refers to the as-of date and not to the present if the record is old', () => {
    const old = said.filter(({ truth }) => truth.oldDays !== null);
    assert.ok(old.length > 100);
    // Questions for the vendor are excepted, because they are about the present.
    for (const { spoken } of old)
      assert.doesNotMatch(
        spoken.text.replaceAll(/Ask the vendor [^.]*\./g, ''),
        /\bnow\b|license is current|^Current, expires/,
        spoken.place,
      );
  });

  test('agrees with the other sentences about its record', () => {
    for (const published of world.records) {
      assert.deepEqual(contradictionsOf(published), []);
      assert.deepEqual(factorFaultsOf(published, truthOf(published)), []);
    }
  });

  /** Changes that make true texts false: the text to replace, and its replacement. */
  const LIES: readonly (readonly [name: string, place: Place, true_: RegExp, false_: string])[] = [
    ['a different expiration date', 'reason', /(with the expiry date \w+) \d+,/, '$1 27,'],
    ['an F instead of a C', 'reason', /^Grade C: look at the recent inspections\./, 'Grade F, the lowest.'],
    ['a wrong letter', 'strength', /is graded A\./, 'is graded B.'],
    [
      'a delinquent license as current',
      'reason',
      /^The license is listed as not renewed.*/,
      'License current through May 1, 2030. Grade A.',
    ],
    [
      'a license that is not on file as given up',
      'reason',
      /The license isn’t in the latest license file for its district\./,
      'The license was given up by its holder.',
    ],
    [
      'operating without a license as a closure',
      'reason',
      /An inspector found the business operating without a license/,
      'The regulator closed the business under this license',
    ],
    [
      'a callback as a second order',
      'reason',
      /It was still closed at the callback/,
      'The regulator closed the business under this license',
    ],
    [
      'a reported closure as an order',
      'reason',
      /The regulator reports the business under this license as closed/,
      'The regulator closed the business under this license',
    ],
    ['a different reason for a reported closure', 'reason', /(license as closed: “)[^”]*/, '$1Smoke'],
    [
      'a reason although the report does not give one',
      'reason',
      /(license as closed: “)Emergency closure”/,
      '$1Sewage”',
    ],
    ['a different date of a reported closure', 'reason', /(license as closed: “[^”]*” \(\w+) \d+/, '$1 32'],
    ['a reported closure with only its reason', 'narrative', /“Emergency closure: ([^”]*)”/, '“$1”'],
    [
      'a reported closure as an order from a visit',
      'page',
      /^“Emergency closure[^”]*”, /,
      '“Emergency order recommended”, ',
    ],
    [
      'a missing reopening although there was no order',
      'reason',
      /Nothing on file resolves this\./,
      'Nothing on file shows that it reopened.',
    ],
    [
      'nothing against a business that was closed within the year',
      'page',
      /^The regulator closed the business on [^.]*\.$/,
      'Nothing on file is holding the grade back.',
    ],
    ['a different fine', 'reason', /^DBPR ordered a fine of \$\d/, 'DBPR ordered a fine of $$9'],
    ['a different date of an order', 'page', /^(DBPR .* on \w+) \d+,/, '$1 32,'],
    [
      'no fine although there was one',
      'issue',
      /^DBPR ordered a fine of \S+/,
      'DBPR issued a final order without a fine',
    ],
    [
      'an order that is shown for too long',
      'action',
      /^(For events on or after) \w+ \d+, \d+/,
      '$1 May 1, 2031',
    ],
    [
      'an unknown holder instead of the former one',
      'page',
      /It concerns a former holder of this license\./,
      'The files don’t show whether it concerns the current holder.',
    ],
    [
      'a different closure date within the year',
      'issue',
      /^(The regulator closed the business on \w+) \d+,/,
      '$1 32,',
    ],
    [
      'a closure that is shown for too long',
      'action',
      /^(Once the records reach) \w+ \d+, \d+(, organizers)/,
      '$1 May 1, 2031$2',
    ],
    [
      'several inspections instead of one',
      'issue',
      /was marked at one inspection, on/,
      'was marked at 2 inspections, most recently on',
    ],
    ['a plural for one inspection', 'narrative', /1 inspection is on file/, '1 inspections are on file'],
    [
      'a prior owner’s inspections as the current owner’s',
      'narrative',
      /under a prior owner (isn’t|aren’t) counted\./,
      'under the current owner.',
    ],
    ['one warning too many', 'narrative', /1 led to a warning\./, '2 led to a warning.'],
    ['a different age', 'narrative', /, \d+ months before\)/, ', 47 months before)'],
    ['a current owner for an unconfirmed license', 'narrative', /the last known owner/, 'the current owner'],
    ['a better trend', 'narrative', /went worse than/, 'went better than'],
    ['a different last visit', 'strength', /The last visit, on (\w+) \d+,/, 'The last visit, on $1 32,'],
    [
      'too few inspections although there are none',
      'reason',
      /No inspections under the (.*) are on record\. A grade requires 2\./,
      'There are too few recent inspections under the $1 for a grade. A grade requires 2 more.',
    ],
    ['an ISO date', 'strength', /until \w+ \d+, \d+/, 'until 2026-06-01'],
    [
      'a shorter time between inspections',
      'outlook',
      /one inspection every \d+ days/,
      'one inspection every 17 days',
    ],
    [
      'a different number of inspections for a letter',
      'outlook',
      /\d more inspections that meet/,
      '9 more inspections that meet',
    ],
    [
      'an expired license as current',
      'reason',
      /In the license file we used, the license was current through (.*), which has passed\./,
      'The license is current and expires on $1, before the event on May 1, 2030.',
    ],
    [
      'old records as current',
      'reason',
      /^The license was current through ([^,]*, \d+) in the license file we used\. Grade/,
      'License current through $1. Grade',
    ],
    ['newer records', 'reason', /, \d+ days ago\./, ', 19 days ago.'],
    ['a different visit date', 'page', /^Callback, (\w+) \d+,/, 'Callback, $1 32,'],
    ['a sentence without a template', 'recommendation', /$/, ' It is safe.'],
    ['a better letter on a card', 'card', /^(.*: )?Grade [B-F]$/, '$1Grade A'],
    ['no grade instead of a closure on a card', 'card', /^Closed$/, 'No grade'],
    [
      'old records as recent on a card',
      'card',
      /^Old records: they reach only to ([^,]*, \d+), \d+ days ago\./,
      'Records through $1.',
    ],
    ['no grade instead of a letter in a row', 'row', /^Grade [A-F]$/, 'No grade'],
    ['a better verdict in a row', 'row', /^\? Review first/, '✓ Clear to book'],
    ['a different number of violations in a row', 'row', /, \d+ violations?, none/, ', 77 violations, none'],
    ['an extra word in a quote', 'page', /^(“[^“”]* )(\w+\.”)$/, '$1very $2'],
    ['a shortened quote', 'page', /^(“[^“”]* )[^ “”]+ [^ “”]+”$/, '$1”'],
    ['a name in place of a redacted one', 'page', /^(“[^“”]*)\[name\]([^“”]*”)$/, '$1Zebulon$2'],
    [
      'a quote with a different date',
      'page',
      /^The inspector wrote on (\w+) \d+, (\d+): “/,
      'The inspector wrote on $1 32, $2: “',
    ],
    [
      'a quote from a different text on the page',
      'page',
      /^The inspector wrote on ([^:]*): “.*”$/,
      'The inspector wrote on $1: “Clean.”',
    ],
    ['a lower severity', 'page', /^(.* \(\d+A-\d+-\d+\)) High priority/, '$1 Basic'],
    ['a correction that is not on file', 'page', /^(.* \(\d+A-\d+-\d+\) Basic)$/, '$1 Corrected on site'],
    ['a repeat violation without its mark', 'page', /^(.* \(\d+A-\d+-\d+\) \w.*) Repeat violation/, '$1'],
    ['a different code', 'page', /^(.* \(\d+A-\d+)-1\)/, '$1-2)'],
    [
      'texts that are on file as missing',
      'page',
      /^If a visit shows only categories, the regulator’s files don’t have the inspector’s notes\./,
      'The regulator’s files list and count the categories. They don’t have the inspector’s notes.',
    ],
    [
      'no violations although there was one',
      'page',
      /^1 violation: .*/,
      '0 violations: 0 high priority, 0 intermediate, 9 basic.',
    ],
  ];
  for (const [name, place, true_, false_] of LIES)
    test(`is rejected if made false: ${name}`, () => {
      let told = 0;
      for (const { spoken, truth } of said) {
        if (spoken.place !== place || !true_.test(spoken.text)) continue;
        const text = spoken.text.replace(true_, false_);
        if (text === spoken.text) continue;
        told += 1;
        assert.notDeepEqual(checkText({ ...spoken, text }, truth).faults, [], text);
      }
      // Some sentences appear only at certain times.
      assert.ok(told > 0 || !isWholeRun, 'the small world has no such sentence');
    });

  test('has strengths that rule out only reasons that exist', () => {
    const codes = new Set(RULES.map(({ code }) => code));
    for (const [, reason] of DENIES) assert.ok(codes.has(reason), reason);
  });

  test('is reported if a factor fades on the wrong date or praises the wrong visit', () => {
    let told = 0;
    for (const published of world.records.slice(0, 200))
      for (const factor of published.selfCheck.limiting_factors.filter(({ code }) =>
        /^category_/.test(code),
      )) {
        if (!factor.fades) continue;
        told += 1;
        const factors = [
          { ...factor, fades: { ...factor.fades, on: '2030-01-01' } },
          {
            ...factor,
            corrective_action: 'Clean. The visit on May 1, 2030 met standards; keep it up.',
          },
        ];
        for (const each of factors) {
          const selfCheck = { ...published.selfCheck, limiting_factors: [each] };
          const faults = factorFaultsOf({ ...published, selfCheck }, truthOf(published));
          assert.ok(faults.some((fault) => /fades|keep it up/.test(fault)));
        }
      }
    assert.ok(told > 0);
  });

  test('is reported as a contradiction if a related sentence is changed', () => {
    const published = world.records.find(({ decision }) => decision.verdict === 'CLEAR');
    assert.ok(published);
    const { card, decision, pages } = published;
    const changed: readonly Published[] = [
      { ...published, decision: { ...decision, verdict: 'DECLINE' } },
      { ...published, card: { ...card, risk_tier: 'high' } },
      { ...published, card: { ...card, grade: 'F' } },
      { ...published, badge: published.badge.replaceAll(/grade [A-F]/g, 'grade D') },
      {
        ...published,
        pages: { ...pages, vendor: pages.vendor.replace(/stamp-letter">[A-F]/, 'stamp-letter">F') },
      },
    ];
    for (const each of changed) assert.notDeepEqual(contradictionsOf(each), []);
  });

  test('is reported as a contradiction if the self-check plays down the basis for a decision', () => {
    const short = world.records.filter(({ selfCheck }) =>
      selfCheck.limiting_factors.some(({ code }) => code === 'insufficient_record'),
    );
    assert.ok(short.length > 0);
    for (const published of short) {
      const factors = published.selfCheck.limiting_factors.map((each) =>
        each.code === 'insufficient_record' ? { ...each, severity: 'info' as const } : each,
      );
      const lighter = { ...published, selfCheck: { ...published.selfCheck, limiting_factors: factors } };
      assert.deepEqual(contradictionsOf(lighter), [
        'decision and self-check say how severe one thing is in two ways',
      ]);
    }
  });

  test('is reported as a contradiction if the self-check omits a closure that the organizer sees', () => {
    const closed = world.records.filter(({ selfCheck }) =>
      selfCheck.limiting_factors.some(({ code }) => code === 'closed_within_year'),
    );
    assert.ok(closed.length > 0);
    for (const published of closed) {
      const { limiting_factors: all } = published.selfCheck;
      const left = all.filter(({ code }) => code !== 'closed_within_year' && code !== 'emergency_measures');
      const without = { ...published, selfCheck: { ...published.selfCheck, limiting_factors: left } };
      assert.deepEqual(contradictionsOf(without), [
        'a decision names a closure that the self-check does not',
      ]);
    }
  });
});

/**
 * Changes that make emails false. They affect subjects and paragraphs about a vendor who has a spot or is
 * next in line for a spot.
 */
const MAIL_LIES: readonly (readonly [name: string, true_: RegExp, false_: string])[] = [
  [
    'another verdict in the subject',
    /^Now (?:Review first[^:]*|Don’t book|Book with care): /m,
    'Now Clear to book: ',
  ],
  [
    'a change of ours as one of the regulator’s',
    /What we say about (.*) has changed, which also happens as days pass\. No fact that DBPR publishes has changed/m,
    'What DBPR publishes about $1 has changed',
  ],
  ['another verdict', /^The verdict for your event is .+? now/m, 'The verdict for your event is GREAT now'],
  [
    'a verdict that was not',
    /^(Verdict for the event\n {2}from: )(?:Clear to book|Book with care|Review first[^\n]*|Don’t book)$/m,
    '$1NONE',
  ],
  ['a reason that is not on file', /^- .*$/m, '- The license was given up by its holder and found again.'],
  ['a closure by its reason alone', /"Emergency closure: ([^"]*)"/, '"$1"'],
  ['another visit’s day', /^(New inspection\n {2}from: .*\n {2}to: {3}\w+) \d+/m, '$1 32'],
  ['another license', /license ([A-Z]{3})\d/, 'license $10'],
  ['a line that nobody wrote', /\n\n(?=The verdict for your event)/, '\n\nThe vendor is safe.\n\n'],
  ['another vendor on the waitlist', /, license MFD/, ', license CAT'],
  [
    'another verdict for the waitlist',
    /the verdict is “[^”]+”, so a spot/,
    'the verdict is “Clear to book”, so a spot',
  ],
  [
    'an unfavorable vendor as one that may move up',
    /the verdict is “[^”]+”, so a spot needs.*$/m,
    'the status of this application was changed as often as it can be.',
  ],
];

test('an email about changes between two dates is true for both and complete, and each false email is reported', async () => {
  const before = await readSmallWorld({ day: '2025-12-01' });
  const after = await readSmallWorld();
  const pairs = before.records.flatMap((was) => {
    const of = (world: SmallWorld) => world.truths.get(`${was.type} ${was.digits}`);
    const is = after.records.find(({ type, digits }) => type === was.type && digits === was.digits);
    const wasTrue = of(before);
    const isTrue = of(after);
    return is && wasTrue && isTrue
      ? [{ cards: [was.card, is.card], both: [was, is], truths: [wasTrue, isTrue] } as const]
      : [];
  });
  const mails = pairs.map(({ cards, truths }) => checkMail(cards, truths));
  assert.deepEqual(
    mails.flatMap(({ faults }) => faults),
    [],
  );
  assert.deepEqual(
    pairs.flatMap(({ both, truths }) => checkBookedMails(both, truths)),
    [],
  );
  for (const [name, true_, false_] of MAIL_LIES) {
    let told = 0;
    for (const { both, truths } of pairs) {
      let isSpoilt = false;
      const faults = checkBookedMails(both, truths, (text) => {
        const changed = text.replace(true_, false_);
        isSpoilt ||= changed !== text;
        return changed;
      });
      if (!isSpoilt) continue;
      told += 1;
      assert.notDeepEqual(faults, [], name);
    }
    assert.ok(told > 0, `no email of the small world has such a sentence: ${name}`);
  }
  const changed = pairs.filter((_, index) => (mails[index]?.told ?? 0) > 0);
  assert.ok(changed.length > 10, String(changed.length));
  for (const { cards, both, truths } of changed) {
    const [was, is] = truths;
    assert.notDeepEqual(checkMail(cards, [is, is]).faults, [], 'reports something that did not change');
    assert.notDeepEqual(checkMail([cards[0], cards[0]], [was, is]).faults, [], 'does not report a change');
    if (was.verdictToday === is.verdictToday) continue;
    assert.notDeepEqual(
      checkBookedMails(both, [was, was]),
      [],
      'a verdict that the vendor with a spot has not',
    );
    assert.notDeepEqual(checkBookedMails([both[0], both[0]], [was, is]), [], 'the earlier verdict');
  }
});
