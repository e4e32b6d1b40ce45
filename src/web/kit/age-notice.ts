import { describeDay, type IsoDate } from '../../lib/dates.ts';
import { countNoun } from '../../lib/text.ts';
import { type DistrictCover, oldestOf, parseCovers } from '../../registry/published-state/covers.ts';
import { recordsOld } from '../../registry/published-state/records-age.ts';
import type { PublishedSummary } from '../../registry/published-state/service.ts';
import { type Html, html } from './html.ts';

/** That records are old, in words: for the head of every page and for texts that programs read. */
export interface AgeNotice {
  readonly title: string;
  readonly text: string;
}

/** Undefined while every district's records are recent and no day of the past was chosen. Pure: `today` is the clock's. */
export function ageNoticeOf(
  { covers, as_of: asOf, as_of_chosen }: Pick<PublishedSummary, 'covers' | 'as_of' | 'as_of_chosen'>,
  today: IsoDate,
): AgeNotice | undefined {
  const all = parseCovers(covers);
  const old = all.filter(({ reach_to }) => recordsOld(reach_to, today) !== null);
  const oldest = oldestOf(all, today);
  if (oldest) {
    const whose = old.length === all.length ? '' : ` of ${districtsText(old)}`;
    const days = `${describeDay(oldest.reach_to)}, ${countNoun(oldest.days, 'day')} ago`;
    return {
      title: 'Old records.',
      text: `The records${whose} reach only to ${days}${old.length > 1 ? ', where they are oldest' : ''}.`,
    };
  }
  if (as_of_chosen === 1 && asOf < today)
    return {
      title: 'Records of an earlier day.',
      text: `They are as of ${describeDay(asOf)}, a day that the operator chose.`,
    };
  return undefined;
}

/** The notice as the frame shows it. */
export function renderAgeNotice({ title, text }: AgeNotice): Html {
  return html`<aside class="banner" aria-label="Age of the records"><strong>${title}</strong> ${text} <a href="/coverage">What the files cover</a></aside>`;
}

function districtsText(covers: readonly DistrictCover[]): string {
  const numbers = covers.map(({ district }) => district);
  const last = numbers.at(-1);
  return numbers.length === 1
    ? `District ${last}`
    : `Districts ${numbers.slice(0, -1).join(', ')} and ${last}`;
}
