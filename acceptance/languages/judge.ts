import { HtmlValidate } from 'html-validate';
import { DEMO_EVENTS } from '../../src/demo/organizers/demo-events.ts';
import { splitLanguage } from '../../src/lib/language/language-address.ts';
import { displayName } from '../../src/records/record/display-name.ts';
import { englishLeft } from '../../test/support/english-left.ts';
import { kindOf } from './crawl.ts';

/** Finds faults in a page's markup, in its language and in the targets of its links. */

const VALIDATOR = new HtmlValidate({ extends: ['html-validate:standard'], rules: { 'long-title': 'off' } });

export async function findHtmlErrors(html: string): Promise<string[]> {
  const { results } = await VALIDATOR.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ message, line, column }) => `${message} (${line}:${column})`),
  );
}

/** Requests a URL as a visitor. Responses are cached. */
export type Ask = (
  address: string,
) => Promise<{ readonly status: number; readonly url: string; readonly text: string }>;

export const isSpanish = (html: string): boolean => /^<!doctype html>\s<html lang="es">/.test(html);

/**
 * Finds English text on a Spanish page. Ignores the names of businesses and events that the page links to.
 */
export async function findEnglish(html: string, ask: Ask): Promise<string[]> {
  const names = new Set([...SAME_IN_BOTH, ...OF_ORGANIZERS]);
  for (const [, kind, id] of html.matchAll(/\/(vendor|events)\/([\da-f]{8}-[\da-f-]{27})/g))
    for (const name of kind === 'vendor'
      ? await namesOfVendor(`${id}`, ask)
      : await nameOfEvent(`${id}`, ask))
      names.add(name);
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  return englishLeft(html.replace(/<time [^>]*>[^<]*<\/time>/g, ''), longestFirst);
}

/** Texts by the demo's organizers, which are not translated. */
const OF_ORGANIZERS = DEMO_EVENTS.flatMap(({ description, questions, applications }) => [
  ...description.split('\n').filter(Boolean),
  ...questions.flatMap(({ label, options }) => [label, ...options]),
  ...applications.flatMap(({ message }) => message ?? []),
]);
/** Phrases that are also correct in Spanish. */
const SAME_IN_BOTH = ['un error'];

async function namesOfVendor(id: string, ask: Ask): Promise<string[]> {
  const { status, text } = await ask(`/api/vendors/${id}/scorecard`);
  if (status !== 200) return [];
  const { name, aka } = JSON.parse(text);
  return [name, aka].filter(Boolean).flatMap((each) => [each, displayName(each)]);
}

async function nameOfEvent(id: string, ask: Ask): Promise<string[]> {
  const { text } = await ask(`/events/${id}`);
  const name = /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
  return name ? [name] : [];
}

/** Finds links from a Spanish page to English pages that have a Spanish version. */
export async function findLostPrefixes(html: string, ask: Ask): Promise<string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [tag, , address = ''] of html.matchAll(
    /<(?:a|form|area)\b[^>]*\s(href|action)="(\/[^"]*)"[^>]*>/g,
  )) {
    const kind = kindOf(address);
    if (splitLanguage(address).language !== 'en' || address.startsWith('/language/') || seen.has(kind))
      continue;
    seen.add(kind);
    const spanish = await ask(`/es${address}`);
    if (spanish.status === 200 && /^\/es(?:[/?]|$)/.test(spanish.url) && isSpanish(spanish.text))
      found.push(tag);
  }
  return found;
}
