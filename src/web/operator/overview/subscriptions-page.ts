import type { ListedSubscription } from '../../../owner/billing/list-subscriptions-service.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageOf, plainAddress, rangeText, renderPlace } from '../../kit/paging.ts';
import { renderMoment } from '../../kit/render-dates.ts';
import { renderInFrame } from './overview-page.ts';
import { renderFacts, renderTable } from './overview-table.ts';
import {
  countText,
  licenseTypeText,
  maskAddress,
  SUBSCRIPTION_STATES,
  showHidden,
} from './overview-texts.ts';

const SUBSCRIPTIONS = '/operator/subscriptions';

interface SubscriptionsView {
  readonly counts: readonly { readonly state: string; readonly count: number }[];
  readonly subscriptions: readonly ListedSubscription[];
  readonly list: PageOf;
}

/** Renders one read-only page of subscriptions with their accounts and licenses. */
export function renderSubscriptions(frame: SignedInFrame, view: SubscriptionsView): Html {
  const { counts, subscriptions, list } = view;
  const columns = ['License', 'Account', 'State', 'Paid until', 'Changed'];
  const content = html`${counts.length === 0 ? '' : renderFacts(counts.map(({ state, count }) => [stateText(state), html`${countText(count)}`]))}
${
  subscriptions.length === 0
    ? ''
    : renderTable({
        caption: `Subscriptions, changed last first: ${rangeText(list)}`,
        columns,
        rows: subscriptions.map(renderRow),
      })
}
${list.total === 0 ? html`<p>Nobody has subscribed yet.</p>` : renderPlace(list, plainAddress(SUBSCRIPTIONS))}`;
  return renderInFrame(frame, { title: 'Subscriptions', part: SUBSCRIPTIONS, content });
}

function renderRow(each: ListedSubscription): Html[] {
  const type = licenseTypeText(each.license_type);
  const ending = each.cancel_at_period_end === 1 && each.state === 'active' ? ', not renewed' : '';
  const test = each.provider === 'test' ? html`<br><span class="small">Test: no payment</span>` : '';
  const grace =
    each.grace_ends_at === null
      ? ''
      : html`<br><span class="small">watched until ${renderMoment(each.grace_ends_at)}</span>`;
  return [
    html`<span class="number">${each.license_digits}</span><br><span class="small">${type}</span>`,
    html`${each.email === null ? 'Account deleted' : showHidden(maskAddress(each.email))}`,
    html`${stateText(each.state)}${ending}${test}`,
    html`${each.period_ends_at === null ? 'Not known' : renderMoment(each.period_ends_at)}${grace}`,
    renderMoment(each.updated_at),
  ];
}

function stateText(state: string): string {
  return SUBSCRIPTION_STATES[state] ?? state;
}
