import assert from 'node:assert/strict';

const LOADING =
  /<(?:link|script|img|image|use|iframe|frame|source|video|audio|track|object|embed|input|form)\b[^>]*>/g;
const ELSEWHERE = /\s(?:src|href|srcset|data|poster|action)="\s*(?:[a-z][a-z+.-]*:|\/\/|\\)/i;

/** Returns a page without the language switch, whose link contains the requested URL. */
export function withoutSwitch(page: string): string {
  return page.replace(/(?<=\/language\/e[ns]\?page(?:=|&#61;))[^"]*/g, '');
}

/**
 * Asserts that a browser does not automatically load anything from, or send anything to, another site. Links
 * and the page's own full URL are allowed.
 */
export function assertLoadsNothingFromElsewhere(page: string): void {
  for (const [tag] of page.matchAll(LOADING))
    if (!/^<link rel="(?:canonical"|alternate" (?:type="application\/json\+oembed"|hreflang="))/.test(tag))
      assert.doesNotMatch(tag, ELSEWHERE);
  assert.doesNotMatch(page, /@import|url\(/);
}
