import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reasonName } from '../../src/decisions/decide/decision-words.ts';
import { requiredDocuments } from '../../src/decisions/decide/documents/required-documents.ts';
import type { VerificationOutcome } from '../../src/decisions/receipts/schemas.ts';
import { RULES } from '../../src/judgment/policy/policy.ts';
import { renderCheck, renderDecision } from '../../src/web/public/decisions/check.ts';
import { renderChecklist } from '../../src/web/public/decisions/checklist.ts';
import { renderVerify } from '../../src/web/public/decisions/verify.ts';
import { CLAIMS, decision, outcome, RECEIPT } from './support/decision-samples.ts';

const HOSTILE = `<script>alert("1")</script>'"&`;
const ESCAPED = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#34;&#38;';

const TYPED = { licenseNumber: '5890123', eventType: 'festival', eventDate: '' };
const verifyPage = (changes: Partial<VerificationOutcome>) =>
  renderVerify({ receipt: RECEIPT, outcome: outcome(changes), fictional: false }).toString();

const PAGES: Readonly<Record<string, string>> = {
  'the empty form': renderCheck({ fictional: undefined }).toString(),
  'the form with an error': renderCheck({
    form: { ...TYPED, error: { field: 'license_number', text: 'Unknown.' } },
    fictional: false,
  }).toString(),
  'the form with an unknown event type': renderCheck({
    form: { ...TYPED, error: { field: 'event_type', text: 'Unknown.' } },
    fictional: false,
  }).toString(),
  'a decision': renderDecision(decision(), TYPED).toString(),
  'a verification': verifyPage({}),
  'a verification with an error': renderVerify({
    receipt: 'x',
    error: 'Too long.',
    fictional: false,
  }).toString(),
  'a checklist': renderChecklist('city-event', true, 'https://vendors.example').toString(),
};

test('every reason in the policy has a plain-English name', () => {
  for (const { code } of RULES) assert.notEqual(reasonName(code), code);
});

describe('every page', () => {
  for (const [name, page] of Object.entries(PAGES)) {
    test(`${name} has no inline styles or scripts`, () => {
      assert.doesNotMatch(page, /<script|<style|\sstyle=|\son[a-z]+=|javascript:/i);
    });

    test(`${name} has a label for every control, and every element that a control refers to exists`, () => {
      for (const [control] of page.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)) {
        if (control.includes(' type="hidden"')) continue;
        const id = /\sid="([^"]+)"/.exec(control)?.[1];
        assert.ok(page.includes(`<label for="${id}">`), control);
      }
      for (const [, ids = ''] of page.matchAll(/aria-describedby="([^"]+)"/g))
        for (const id of ids.split(' ')) assert.ok(page.includes(` id="${id}"`), id);
    });

    test(`${name} has unique ids and exactly one main heading`, () => {
      const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
      assert.equal(page.match(/<h1>/g)?.length, 1);
    });
  }
});

test('a decision shows the name, former name, and city in title case, like the vendor’s page', () => {
  const { vendor } = decision();
  const page = renderDecision(
    decision({ vendor: { ...vendor, name: "AJ'S BBQ", aka: 'OLD NAME', city: 'PALM BAY' } }),
    TYPED,
  );
  assert.match(page.toString(), /<h1>AJ&#39;s BBQ<\/h1>/);
  assert.match(page.toString(), /Old Name.*Palm Bay/s);
  assert.doesNotMatch(page.toString(), /OLD NAME|PALM BAY/);
});

describe('user-entered text is escaped', () => {
  test('in a decision', () => {
    const { vendor, evidence } = decision();
    const page = renderDecision(
      decision({
        vendor: { ...vendor, name: HOSTILE, aka: HOSTILE, city: HOSTILE, county: HOSTILE },
        reasons: [{ code: HOSTILE, text: HOSTILE, severity: 'info' }],
        evidence: {
          ...evidence,
          last_disposition: { text: HOSTILE, date: HOSTILE, result: 'unknown' },
          hold: { active: true, reasons: [{ code: 'emergency_order', text: HOSTILE, since: HOSTILE }] },
        },
        receipt: HOSTILE,
      }),
      TYPED,
    );
    assertEscaped(page.toString());
  });

  test('in a form that keeps what was typed, and in its error message', () => {
    assertEscaped(
      renderCheck({
        form: {
          licenseNumber: HOSTILE,
          eventType: HOSTILE,
          eventDate: HOSTILE,
          error: { field: undefined, text: HOSTILE },
        },
        fictional: false,
      }).toString(),
    );
    assertEscaped(renderVerify({ receipt: HOSTILE, error: HOSTILE, fictional: false }).toString());
  });

  test('in the claims of a receipt', () => {
    const claims = Object.fromEntries(
      Object.entries(CLAIMS).map(([name, value]) => [name, typeof value === 'string' ? HOSTILE : value]),
    );
    const receipt = { ...CLAIMS, ...claims, typ: CLAIMS.typ, reason_codes: [HOSTILE], iat: 1e300 };
    const current = { verdict: HOSTILE, grade: HOSTILE, grade_status: HOSTILE, changed: true };
    assertEscaped(verifyPage({ receipt, current }));
    assertEscaped(verifyPage({ receipt, current: null, valid: false, reason: 'key_compromised' }));
  });
});

describe('a decision page', () => {
  const page = renderDecision(decision(), TYPED).toString();

  test('states the verdict and what it means', () => {
    assert.match(page, /<\/span>Don’t book<\/p>/);
    assert.match(page, /a reason not to book this vendor/);
    assert.match(page, /not a DBPR rating/);
  });

  test('lists every reason, with the worst first', () => {
    assert.ok(page.indexOf('Closed by the state.') < page.indexOf('Not confirmed.'));
    assert.ok(page.includes('Not confirmed.'));
  });

  test('says what has to change before a declined vendor can be booked, and does not ask for documents', () => {
    assert.doesNotMatch(page, /Documents to collect|href="\/checklists|type="checkbox"/);
    assert.match(page, /<h2>What has to change first<\/h2>/);
    assert.match(
      page,
      /<li>A later visit or report from the regulator must clear what is listed above\.<\/li>/,
    );
    const codes = RULES.filter(({ verdict }) => verdict === 'DECLINE').map(({ code }) => code);
    for (const code of codes) {
      const reasons = [{ code, text: 'Why.', severity: 'blocking' as const }];
      const declined = renderDecision(decision({ reasons }), TYPED).toString();
      assert.match(declined, /<ul class="links"><li>[^<]{20,}<\/li><\/ul>/, code);
    }
  });

  test('lists every document with the reason for it, what it must show, and an official link', () => {
    const page = renderDecision(decision({ verdict: 'REVIEW' }), TYPED).toString();
    for (const { name, why, must_show, resource_url } of requiredDocuments('festival')) {
      for (const text of [name, why, must_show]) assert.ok(page.includes(text), text);
      if (resource_url !== null) assert.ok(page.includes(`href="${resource_url}"`));
    }
    assert.match(page, /href="\/checklists\/festival"/);
  });

  test('has the receipt to copy or verify, and prints only its number and QR code', () => {
    assert.ok(
      page.includes(
        `<textarea class="copyable" id="receipt" readonly rows="5" spellcheck="false">${RECEIPT}<`,
      ),
    );
    assert.ok(page.includes(`href="/verify?receipt=${RECEIPT}"`));
    assert.match(page, /QR code with the address of receipt/);
    const onPaper = page.replace(/<(p|details) class="(?:actions )?no-print">.*?<\/\1>/gs, '');
    assert.equal(onPaper.includes(RECEIPT), false);
  });

  test('marks a fictional vendor', () => {
    assert.match(page, /Fictional vendor/);
    assert.doesNotMatch(renderDecision(decision({ fictional: false }), TYPED).toString(), /[Ff]ictional/);
  });

  test('never shows a score, even if the decision contains one', () => {
    const leaky = { ...decision(), service_score: 73.25, score: 73.25 };
    assert.doesNotMatch(renderDecision(leaky, TYPED).toString(), /73\.25|score/i);
  });
});

describe('a verification page', () => {
  const findings: readonly (readonly [name: string, changes: Partial<VerificationOutcome>, says: RegExp])[] =
    [
      ['issued by this service', {}, /GENUINE<.*This service issued this receipt/s],
      ['signed but not issued', { issued: false }, /SIGNED<.*no record of issuing/s],
      ['signed, issue unknown', { issued: null }, /GENUINE<.*can’t check the list/s],
      ['malformed', failed('malformed'), /NOT A RECEIPT</],
      ['altered', failed('signature_mismatch'), /ALTERED<.*Don’t rely on it/s],
      ['of another key', failed('unknown_key'), /UNKNOWN<.*doesn’t prove anything/s],
      [
        'of a compromised key',
        { ...failed('key_compromised'), receipt: CLAIMS },
        /NOT SAFE<.*don’t rely on it/s,
      ],
      ['unchanged since', {}, /It’s the same/],
      [
        'changed since',
        { current: { verdict: 'REVIEW', grade: null, grade_status: 'withheld', changed: true } },
        /It has changed\.<\/strong> Based on today’s records, the verdict is <strong>Review first<\/strong>\. Grade: Withheld/,
      ],
      ['of a vendor no longer on record', { current: null }, /isn’t on record today/],
    ];
  test('says after the event that today’s verdict does not apply to the event date', () => {
    const says = (checkedOn: string, days: Partial<typeof CLAIMS> = { event_date: '2026-04-10' }) =>
      /This receipt’s event is over\. The verdict above is for an event today/.test(
        verifyPage({ checked_at: `${checkedOn}T15:00:00.000Z`, receipt: { ...CLAIMS, ...days } }),
      );
    assert.deepEqual([says('2026-04-10'), says('2026-04-11')], [false, true]);
    const longer = { event_date: '2026-04-10', event_last_date: '2026-04-12' };
    assert.deepEqual([says('2026-04-12', longer), says('2026-04-13', longer)], [false, true]);
    assert.equal(says('2026-04-13', {}), false, 'of a receipt that does not say when the event is');
  });

  for (const [name, changes, says] of findings)
    test(`explains in plain words that a receipt is ${name}`, () => assert.match(verifyPage(changes), says));

  function failed(reason: VerificationOutcome['reason']): Partial<VerificationOutcome> {
    return { valid: false, reason, receipt: null, issued: null, current: null };
  }
});

function assertEscaped(page: string): void {
  assert.doesNotMatch(page, /<script|alert\("|'"&/);
  assert.ok(page.includes(ESCAPED));
}
