import type { FastifyPluginAsync } from 'fastify';
import type { ContestService } from '../../../owner/statements/contests/service.ts';
import { addQueue, prepareQueues, type QueuePagesOptions } from '../queue-routes.ts';
import { renderContestQueue } from './page.ts';

interface OperatorOutcomePagesOptions extends QueuePagesOptions {
  readonly contests: Pick<ContestService, 'listQueue' | 'countQueue' | 'decide'>;
}

/** Pages on which operators decide about contested outcomes. */
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
