import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DigestPart, digestMail } from './mail-texts.ts';

const PAGE = 'https://vendors.example/organizer/events/1/applications/2';

function part(event: string, number: string): DigestPart {
  return {
    event: { name: event, firstDay: '2030-05-01' },
    vendor: { name: `TRUCK ${number}`, licenseNumber: `MFD${number}`, page: PAGE },
    changes: [
      {
        day: '2030-04-01',
        verdict: 'CLEAR',
        reasons: [],
        changes: [{ kind: 'inspection', label: 'New inspection', from: 'none', to: 'one' }],
      },
    ],
  };
}

test('the daily email counts vendors, not applications, and uses the singular for one vendor', () => {
  const said = (parts: readonly DigestPart[]) => {
    const { subject, text } = digestMail('o@organizer.example', parts, true);
    const paragraphs = text.trim().split('\n\n');
    return [
      subject,
      paragraphs[0],
      paragraphs[1]?.split(' has changed')[0],
      paragraphs.at(-1)?.split('. ')[0],
    ];
  };
  assert.deepEqual(said([part('Dusk Market', '1')]), [
    'The record of “TRUCK 1” changed, with a spot at “Dusk Market”',
    'Demo data: this business is fictional.',
    'What DBPR publishes about a vendor with a spot at your event',
    'You get this because the vendor has a spot at your event',
  ]);
  assert.deepEqual(said([part('Dusk Market', '1'), part('Dawn Market', '1')]), [
    'The record of “TRUCK 1” changed',
    'Demo data: this business is fictional.',
    'What DBPR publishes about a vendor with a spot at your events',
    'You get this because the vendor has a spot at your events',
  ]);
  assert.deepEqual(said([part('Dusk Market', '1'), part('Dusk Market', '2')]), [
    'The records of 2 vendors with a spot changed',
    'Demo data: these businesses are fictional.',
    'What DBPR publishes about vendors with a spot at your events',
    'You get this because these vendors have a spot at your events',
  ]);
});

test('an email attributes each change to the regulator, to our rules, or to the passage of time', () => {
  const first = (kind: 'rules' | 'ours' | 'hold') => {
    const one = part('Dusk Market', '1');
    const changes = [{ kind, label: 'Verdict for the event', from: 'CLEAR', to: 'CONDITIONAL' }];
    const told = { ...one, changes: one.changes.map((each) => ({ ...each, changes })) };
    return digestMail('o@organizer.example', [told], false).text.split('\n\n')[0] ?? '';
  };
  assert.match(
    first('rules'),
    /^We changed our rules, and with them .* Nothing that DBPR publishes .* has changed\./,
  );
  assert.match(first('ours'), /^What we say about .* No fact that DBPR publishes has changed\./);
  assert.match(first('hold'), /^What DBPR publishes about .* has changed\./);
});
