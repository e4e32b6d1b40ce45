import assert from 'node:assert/strict';

const LOADING =
  /<(?:link|script|img|image|use|iframe|frame|source|video|audio|track|object|embed|input|form)\b[^>]*>/g;
const ELSEWHERE = /\s(?:src|href|srcset|data|poster|action)="\s*(?:[a-z][a-z+.-]*:|\/\/|\\)/i;

/** Without the address that was asked for, to which the way to the other language leads back. */
export function withoutSwitch(page: string): string {
  return page.replace(/(?<=\/language\/e[ns]\?page(?:=|&#61;))[^"]*/g, '');
}

/** Nothing that a browser fetches or sends to by itself is another site's; links, and the page's own full address, may be. */
export function assertLoadsNothingFromElsewhere(page: string): void {
  for (const [tag] of page.matchAll(LOADING))
    if (!/^<link rel="(?:canonical"|alternate" (?:type="application\/json\+oembed"|hreflang="))/.test(tag))
      assert.doesNotMatch(tag, ELSEWHERE);
  assert.doesNotMatch(page, /@import|url\(/);
}
