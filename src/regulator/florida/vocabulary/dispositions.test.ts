import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dispositionOf, isKnownDisposition } from './dispositions.ts';

const RESULTS = {
  met: [
    'Inspection Completed - No Further Action',
    'Call Back - Complied',
    'Admin. Complaint Callback Complied',
    'Emergency Order Callback Complied',
  ],
  follow_up: [
    'Warning Issued',
    'Insp. Completed - Warning Given, Pending',
    'Call Back - Extension given, pending',
    'Call Back - Admin. complaint recommended',
    'Administrative complaint recommended',
    'Administrative Complaint Time Extension',
    'Admin. Complaint Callback Not Complied',
    'Emergency Order Callback Time Extension',
  ],
  closed: [
    'Emergency order recommended',
    'Emergency Order Callback Not Complied',
    'Administrative determination recommended',
  ],
  unknown: ['Assigned to Inspector', 'Not available electronically', 'Seasonal (Active/Inactive)'],
};

test('every disposition in the files is assigned the regulator’s own result', () => {
  for (const [result, texts] of Object.entries(RESULTS))
    for (const text of texts)
      assert.deepEqual([dispositionOf(text).result, isKnownDisposition(text)], [result, true], text);
});

test('a disposition is recognized with any of the dashes, capitalization and spaces used on the web pages', () => {
  const spellings = [
    'Callback – Complied',
    'Call Back — Complied',
    'CALL BACK - COMPLIED',
    ' Call Back-Complied ',
  ];
  for (const text of spellings)
    assert.equal(dispositionOf(text), dispositionOf('Call Back - Complied'), text);
});

test('“Not Complied” is never mistaken for “Complied”, nor a longer text for a shorter one that it contains', () => {
  assert.deepEqual(dispositionOf('Emergency Order Callback Not Complied'), {
    result: 'closed',
    measure: 'emergency',
    effect: 'closes',
    severity: 6,
  });
  const longer = [
    'Call Back - Not Complied',
    'Call Back - Complied in part',
    'No Warning Issued',
    'Complied',
  ];
  for (const text of longer)
    assert.deepEqual([dispositionOf(text).result, isKnownDisposition(text)], ['unknown', false], text);
});

test('an unknown disposition never counts as clean, even if it contains clean-sounding words', () => {
  for (const text of ['', '-', 'constructor', '__proto__', 'Met Inspection Standards']) {
    assert.deepEqual([dispositionOf(text).result, isKnownDisposition(text)], ['unknown', false], text);
    assert.ok(dispositionOf(text).severity > dispositionOf('Call Back - Complied').severity);
  }
});
