import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseObservationText } from './observation-text.ts';

describe('parsing an observation’s text', () => {
  test('takes the tier from the beginning and the flags from the end, preserves line breaks, and cleans up spaces', () => {
    assert.deepEqual(
      parseObservationText(
        'High Priority - Pretend food  too warm.\r\n\r\n Tub of  clouds 50F.  **Corrected On-Site** **Warning**\n',
      ),
      {
        tier: 'high_priority',
        flags: ['warning', 'corrected_on_site'],
        text: 'Pretend food too warm.\nTub of clouds 50F.',
        followedUpOn: null,
      },
    );
  });

  // A pattern that scans each run of white space repeatedly would take a minute on text a tenth as long.
  test('parses text that is mostly white space in one pass', () => {
    for (const blank of ['\t', ' ', '\u00a0', '\t ', '\n\t'])
      for (const begin of ['follow', '**Warning', 'Basic - - From initial inspection', 'From\n'])
        assert.ok(parseObservationText(begin + blank.repeat(20_000)).text.length <= begin.length);
  });

  test('recognizes every flag in any spelling and leaves other words between asterisks in the text', () => {
    const marks =
      '**Admin Complaint** **Stop Sale** **Repeat Violation** **Corrective Action Taken** **Time Extended** *Warning* **Corrected On\nSite**';
    const { flags, text } = parseObservationText(`Basic - Shelf. **beside the door** ${marks}`);
    assert.deepEqual(flags, [
      'warning',
      'admin_complaint',
      'stop_sale',
      'repeat_violation',
      'corrected_on_site',
      'corrective_action_taken',
      'time_extended',
    ]);
    assert.equal(text, 'Shelf. beside the door');
  });

  test('includes the first visit’s text only once for a callback and puts each follow-up on its own line', () => {
    const raw =
      'Intermediate - - From initial inspection : Intermediate - No pretend soap.\n-by the window **Warning**     - From follow-up inspection 2026-03-06: Still none.     - From follow-up inspection 2026-03-13:  **Time Extended**';
    assert.deepEqual(parseObservationText(raw), {
      tier: 'intermediate',
      flags: ['warning', 'time_extended'],
      text: 'No pretend soap.\n-by the window\nFrom follow-up inspection 2026-03-06: Still none.',
      followedUpOn: '2026-03-13',
    });
  });

  test('reads the same flags, tier, dates and letters even if a line break splits a word', () => {
    const raw =
      'High Priority - - From initial inspection : High Priority - Pretend food. **Stop Sale** *Admin Complaint*     - From follow-up inspection 2026-03-06: Still warm. **Corrected On-Site**';
    const letters = (text: string) => text.replace(/\s/g, '');
    const { text, ...whole } = parseObservationText(raw);
    for (let at = 0; at <= raw.length; at++) {
      const { text: broken, ...rest } = parseObservationText(`${raw.slice(0, at)}\r\n${raw.slice(at)}`);
      assert.deepEqual(rest, whole, raw.slice(0, at));
      assert.equal(letters(broken), letters(text), raw.slice(0, at));
    }
  });

  test('returns an unknown tier if the text does not begin with one', () => {
    assert.equal(
      parseObservationText('Extinguisher without tag. For reporting purposes only.').tier,
      'unknown',
    );
    assert.equal(parseObservationText('Shelf is Basic - and wobbly.').tier, 'unknown');
    assert.equal(parseObservationText('- From initial inspection : Extinguisher.').text, 'Extinguisher.');
  });
});
