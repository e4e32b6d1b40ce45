import type { FastifyPluginAsync } from 'fastify';
import type { ContestService } from '../../../owner/statements/contests/service.ts';
import type { QueuedContest } from '../../../owner/statements/statement.ts';
import { renderContestWords } from '../../kit/applications/contest-words.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { pageQuery, type QueueState, renderDecision, renderEnd, renderQueue } from '../queue-page.ts';
import { addQueue, prepareQueues, type QueuePagesOptions } from '../queue-routes.ts';

interface OperatorOutcomePagesOptions extends QueuePagesOptions {
  readonly contests: Pick<ContestService, 'listQueue' | 'countQueue' | 'decide'>;
}

/** Pages where operators decide contested outcomes. */
export const operatorOutcomePages: FastifyPluginAsync<OperatorOutcomePagesOptions> = async (app, options) => {
  prepareQueues(app, options);
  addQueue(app, options, {
    address: '/operator/outcomes',
    field: 'outcome',
    entries: options.contests,
    render: renderContestQueue,
    done: 'Saved. We’ve emailed both.',
  });
};

/** Renders the contested outcomes that need a decision, earliest due date first. */
function renderContestQueue(
  frame: SignedInFrame,
  contests: readonly QueuedContest[],
  state: QueueState,
): Html {
  return renderQueue(frame, 'Contested outcomes', state, [
    html`<p class="lead">Uphold: the outcome does not count. Dismiss: it counts again, if the other rules allow it. Either way, we email the note to the vendor and the organizer.</p>`,
    ...contests.map((each) => renderEntry(each, state)),
    renderEnd(state.list, '/operator/outcomes'),
  ]);
}

function renderEntry(contest: QueuedContest, { list, refused }: QueueState): Html {
  const { id, business_name, event_name, starts_at, timezone } = contest;
  return html`<section class="part" id="entry-${id}"><h2>${business_name}</h2><div>
<p>${event_name}, ${renderZoned(starts_at, timezone)}</p>
${renderContestWords(contest)}
${renderDecision({
  action: `/operator/outcomes/${id}${pageQuery(list)}`,
  id,
  name: 'outcome',
  refused,
  hint: 'Emailed to the vendor and the organizer.',
  buttons: [
    ['upheld', 'Uphold', ''],
    ['dismissed', 'Dismiss', 'quiet'],
  ],
})}
</div></section>`;
}
