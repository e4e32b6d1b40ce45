import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mailboxOf, mailOwnerOf } from './mailbox.ts';

describe('mailboxes', () => {
  const same: readonly (readonly [string, string])[] = [
    ['ann.lee+fair@gmail.com', 'ANNLEE@googlemail.com'],
    ['ann+1@outlook.com', 'ann+2@outlook.com'],
    ['ann-fairs@yahoo.com', 'ann@ymail.com'],
    ['a.n.n@protonmail.com', 'ann@proton.me'],
    ['ann+x@park.example', 'ann@park.example'],
    ['ann@me.com', 'ann@icloud.com'],
  ];
  for (const [one, other] of same)
    test(`${one} and ${other} are one mailbox`, () => assert.equal(mailboxOf(one), mailboxOf(other)));

  test('a dot makes a different mailbox unless the provider ignores dots', () => {
    assert.notEqual(mailboxOf('ann.lee@outlook.com'), mailboxOf('annlee@outlook.com'));
    assert.equal(mailboxOf('+@park.example'), '+@park.example');
  });

  test('all addresses under one registered domain belong to one owner', () => {
    for (const address of [
      'ann@park.example',
      'bob@park.example',
      'eve@mail.park.example',
      'x@A.PARK.example.',
    ])
      assert.equal(mailOwnerOf(address), '@park.example');
    assert.equal(mailOwnerOf('clerk@ci.tampa.fl.us'), '@tampa.fl.us');
    assert.equal(mailOwnerOf('x@shows.co.uk'), '@shows.co.uk');
    assert.notEqual(mailOwnerOf('ann@gmail.com'), mailOwnerOf('bob@gmail.com'));
    assert.equal(mailOwnerOf('ann@x.fastmail.com'), mailOwnerOf('bob@y.fastmail.com'));
  });
});
