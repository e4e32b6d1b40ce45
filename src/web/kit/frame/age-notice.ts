import { joinWords, type Language } from '../../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../../lib/time/dates.ts';
import { type DistrictCover, oldestOf, parseCovers } from '../../../published-state/covers.ts';
import { recordsOld } from '../../../published-state/records-age.ts';
import type { PublishedSummary } from '../../../published-state/service.ts';
import { type Html, html } from '../html.ts';
import { AGE, FRAME } from './messages.ts';

/** A notice that the records are old. It appears at the top of every page and in text that programs read. */
export interface AgeNotice {
  readonly title: string;
  readonly text: string;
}

/** Creates a function that returns today's notice about the published records, for pages and for programs. */
export function createAgeNotice(
  findSummary: () => Promise<PublishedSummary | undefined>,
  today: () => IsoDate,
): (language?: Language) => Promise<AgeNotice | undefined> {
  let told: { readonly of: PublishedSummary; readonly day: IsoDate } | undefined;
  const notices = new Map<Language, AgeNotice | undefined>();
  return async (language = 'en') => {
    const summary = await findSummary();
    if (!summary) return undefined;
    const day = today();
    if (told?.of !== summary || told.day !== day) {
      told = { of: summary, day };
      notices.clear();
    }
    if (!notices.has(language)) notices.set(language, ageNoticeOf(summary, day, language));
    return notices.get(language);
  };
}

/**
 * Returns the notice, or undefined if every district's records are recent and no past date was chosen. Pure
 * function: the caller passes `today`.
 */
export function ageNoticeOf(
  { covers, as_of: asOf, as_of_chosen }: Pick<PublishedSummary, 'covers' | 'as_of' | 'as_of_chosen'>,
  today: IsoDate,
  language: Language = 'en',
): AgeNotice | undefined {
  const t = AGE[language];
  const all = parseCovers(covers);
  const old = all.filter(({ reach_to }) => recordsOld(reach_to, today) !== null);
  const oldest = oldestOf(all, today);
  if (oldest) {
    const values = { day: describeDay(oldest.reach_to, language), count: oldest.days };
    const districts = districtsText(old, language);
    const text =
      old.length === all.length
        ? old.length > 1
          ? t.reachWhereOldest(values)
          : t.reach(values)
        : old.length > 1
          ? t.reachOfWhereOldest({ ...values, districts })
          : t.reachOf({ ...values, districts });
    return { title: t.old, text };
  }
  if (as_of_chosen === 1 && asOf < today)
    return { title: t.earlier, text: t.chosen({ day: describeDay(asOf, language) }) };
  return undefined;
}

/** Renders the notice for the frame. */
export function renderAgeNotice({ title, text }: AgeNotice, language: Language = 'en'): Html {
  return html`<aside class="banner" aria-label="${AGE[language].label}"><strong>${title}</strong> ${text} <a href="/coverage">${FRAME[language].coverage}</a></aside>`;
}

function districtsText(covers: readonly DistrictCover[], language: Language): string {
  const numbers = covers.map(({ district }) => String(district));
  return AGE[language].districts({ count: numbers.length, list: joinWords(numbers, language) });
}
