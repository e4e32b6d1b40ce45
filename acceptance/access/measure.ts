import type { Page } from 'playwright-core';

/**
 * Measures a page for people who do not use a mouse, choose their own colors or ask for less motion. Runs in
 * the page.
 */

/**
 * Marks every control that should be reachable with the keyboard with its position in the document. A group
 * of radio buttons counts once. A link in a picture that is hidden from screen readers does not count, because
 * the links next to the picture lead to the same pages.
 */
const MARK_CONTROLS = `(() => {
  const groups = new Set();
  let count = 0;
  for (const each of document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    if (each.disabled || each.type === 'hidden' || !each.checkVisibility({ visibilityProperty: true })) continue;
    if (each.tabIndex === -1 && each.closest('svg[aria-hidden="true"]')) continue;
    if (each.type === 'radio') {
      if (groups.has(each.name)) continue;
      groups.add(each.name);
      const chosen = document.querySelector('input[name="' + each.name + '"]:checked') ?? each;
      chosen.dataset.place = String(count++);
    } else each.dataset.place = String(count++);
  }
  return count;
})()`;

/**
 * Returns the position of the focused element, whether it is visible, and whether its focus indicator is
 * visible.
 */
const FOCUSED = `(async () => {
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const isSeen = () => {
    const { width, height, top, bottom, left, right } = each.getBoundingClientRect();
    return width > 0 && height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  // The window takes a few frames to scroll to the element that received the focus.
  for (let frame = 0; frame < 90 && !isSeen(); frame++) await new Promise(requestAnimationFrame);
  const style = getComputedStyle(each);
  const label = each.closest('label') ?? (each.id && document.querySelector('label[for="' + each.id + '"]'));
  const ring = (of) => of.outlineStyle !== 'none' && parseFloat(of.outlineWidth) > 0;
  return {
    place: each.dataset.place === undefined ? -1 : Number(each.dataset.place),
    name: each.tagName.toLowerCase() + ' ' + (each.innerText || each.name || each.id || '').trim().split('\\n')[0].slice(0, 40),
    seen: isSeen(),
    marked: ring(style) || (label ? ring(getComputedStyle(label)) : false),
  };
})()`;

interface Focused {
  readonly place: number;
  readonly name: string;
  readonly seen: boolean;
  readonly marked: boolean;
}

/**
 * The maximum number of tab stops in one control: a date field has separate stops for month, day, year and
 * calendar.
 */
const STOPS_MAX = 4;

/** Moves through the page from top to bottom with only the Tab key, and lists the problems. */
export async function findKeyboardFaults(page: Page): Promise<string[]> {
  const controls: number = await page.evaluate(MARK_CONTROLS);
  const faults: string[] = [];
  const reached = new Set<number>();
  let last = -1;
  for (let press = 0; press <= controls * STOPS_MAX; press++) {
    await page.keyboard.press('Tab');
    const focused: Focused | null = await page.evaluate(FOCUSED);
    if (!focused) break;
    const { place, name, seen, marked } = focused;
    if (place !== -1 && place === last) continue;
    if (place === -1 || reached.has(place)) break;
    if (place < last) faults.push(`focus goes back to ${name}`);
    if (!seen) faults.push(`focus where nothing is seen: ${name}`);
    if (!marked) faults.push(`nothing shows the focus: ${name}`);
    reached.add(place);
    last = place;
  }
  if (reached.size < controls) faults.push(`the keyboard reaches ${reached.size} of ${controls} controls`);
  return faults;
}

/**
 * Lists problems in colors chosen by the visitor. Every control must still have an edge or an underline, and
 * a chart's bars must differ from the background.
 */
const FORCED = `(() => {
  const faults = [];
  const paper = getComputedStyle(document.body).backgroundColor;
  for (const each of document.querySelectorAll('button, .button, input, select, textarea')) {
    if (!each.checkVisibility() || ['hidden', 'radio', 'checkbox', 'file'].includes(each.type)) continue;
    const { borderTopStyle, borderTopWidth, textDecorationLine } = getComputedStyle(each);
    const hasEdge = borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0;
    if (!hasEdge && !textDecorationLine.includes('underline')) faults.push('no edge in forced colors: ' + each.outerHTML.slice(0, 60));
  }
  for (const each of document.querySelectorAll('.chart-bar'))
    if (getComputedStyle(each).fill === paper) faults.push('a bar in the color of the paper');
  for (const each of document.querySelectorAll('.mark, .stamp, .grade, .standing'))
    if (each.checkVisibility() && each.textContent.trim() === '') faults.push('said by color alone: ' + each.outerHTML.slice(0, 60));
  return [...new Set(faults)];
})()`;

/** Lists elements that move even though the visitor asked for less motion. */
const MOVING = `[...document.querySelectorAll('*')].flatMap((each) => {
  const { animationName, transitionDuration, transitionProperty, scrollBehavior } = getComputedStyle(each);
  const lasts = transitionDuration.split(',').some((time) => parseFloat(time) > 0.01) && transitionProperty !== 'none';
  return animationName !== 'none' || lasts || scrollBehavior === 'smooth' ? ['moves: ' + each.tagName.toLowerCase() + '.' + each.className] : [];
})`;

export async function findColorFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const faults: string[] = await page.evaluate(FORCED);
  await page.emulateMedia({ forcedColors: 'none' });
  return faults;
}

export async function findMotion(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: string[] = await page.evaluate(MOVING);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return [...new Set(faults)];
}
