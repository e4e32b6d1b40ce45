import type { Page } from 'playwright-core';

/** Finds parts of a page that extend beyond the browser window or beyond their box. */

/** Returns the number of pixels by which the page is wider than the window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(OVERFLOW);
}

/** Finds text that extends beyond its box, and boxes that extend beyond the window but do not scroll. */
export function findSpills(page: Page): Promise<string[]> {
  return page.evaluate(SPILLS);
}

const OVERFLOW = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.documentElement)';

/** This is a string because it runs in the page, and this program does not have types for the DOM. */
const SPILLS = `(() => {
  const found = [];
  const hidden = (element) => element.closest('.visually-hidden, .skip, svg, details:not([open]) > :not(summary)')
    || !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const scrolls = (element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
  const boxOf = (element) => {
    let box = element;
    while (box && /inline$|contents/.test(getComputedStyle(box).display)) box = box.parentElement;
    return box;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || hidden(node.parentElement)) continue;
    const box = boxOf(node.parentElement);
    let free = box;
    while (free && !scrolls(free)) free = free.parentElement;
    if (free && free !== document.body && free !== document.documentElement) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const right = Math.max(...[...range.getClientRects()].map((each) => each.right));
    const edge = Math.min(box.getBoundingClientRect().right, innerWidth);
    if (right > edge + 1)
      found.push(box.tagName.toLowerCase() + (box.className ? '.' + box.className : '') + ': "'
        + node.data.trim().slice(0, 40) + '" by ' + Math.round(right - edge) + ' px');
  }
  return found;
})()`;
