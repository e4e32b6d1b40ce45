import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanguage, splitLanguage } from './language-address.ts';

test('only the first part of an address determines the language', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['/check?x=1', 'en', '/check?x=1'],
    ['/es/check?x=1', 'es', '/check?x=1'],
    ['/es', 'es', '/'],
    ['/es/', 'es', '/'],
    ['/es?q=1', 'es', '/?q=1'],
    ['/escape', 'en', '/escape'],
    ['/ES/check', 'en', '/ES/check'],
    ['/en/check', 'en', '/en/check'],
    ['/es/es/check', 'es', '/es/check'],
    ['/es//other.example', 'es', '//other.example'],
  ];
  for (const [url, language, rest] of cases) assert.deepEqual(splitLanguage(url), { language, url: rest });
});

test('a page’s URL gets the language prefix unless the page is only in English', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['/', '/es'],
    ['/check?license_number=1#top', '/es/check?license_number=1#top'],
    ['/v/27JS-9X41-JP61-1RRP.pdf', '/es/v/27JS-9X41-JP61-1RRP.pdf'],
    ['/es/check', '/es/check'],
    ['/api/v1/coverage', '/api/v1/coverage'],
    ['/apiary', '/es/apiary'],
    ['/api/vendor-pro/checkout?license=MFD1', '/es/api/vendor-pro/checkout?license=MFD1'],
    ['/api/vendor-pro/checkout/done', '/es/api/vendor-pro/checkout/done'],
    ['/api/vendor-pro/checkouts', '/api/vendor-pro/checkouts'],
    ['/settings/licenses', '/es/settings/licenses'],
    ['/settings/team', '/settings/team'],
    ['/settings/team/join/x', '/es/settings/team/join/x'],
    ['/settings/api-keys', '/settings/api-keys'],
    ['/docs', '/docs'],
    ['/organizer/events/1', '/organizer/events/1'],
    ['/assets/site.css', '/assets/site.css'],
    ['/events.ics', '/events.ics'],
    ['/check?next=.csv', '/es/check?next=.csv'],
    ['/?q=1', '/es?q=1'],
    ['//other.example/x', '//other.example/x'],
    ['https://other.example/x', 'https://other.example/x'],
    ['#main', '#main'],
  ];
  for (const [path, expected] of cases) {
    assert.equal(inLanguage(path, 'es'), expected);
    assert.equal(inLanguage(path, 'en'), path);
  }
});
