import type { FastifyPluginAsync } from 'fastify';
import type { DisputeService } from '../../../owner/statements/disputes/service.ts';
import type { ReplyService } from '../../../owner/statements/replies/service.ts';
import { addQueue, prepareQueues, type QueuePagesOptions } from '../queue-routes.ts';
import { renderDisputeQueue, renderReplyQueue } from './pages.ts';

const DONE = 'Saved. We email the vendor if there is news.';

interface OperatorReplyPagesOptions extends QueuePagesOptions {
  readonly replies: Pick<ReplyService, 'listQueue' | 'countQueue' | 'decide'>;
  readonly disputes: Pick<DisputeService, 'listQueue' | 'countQueue' | 'decide'>;
}

/** Pages where operators review replies and answer disputes. */
export const operatorReplyPages: FastifyPluginAsync<OperatorReplyPagesOptions> = async (app, options) => {
  const { replies, disputes } = options;
  prepareQueues(app, options);
  addQueue(app, options, {
    address: '/operator/replies',
    field: 'decision',
    entries: replies,
    render: renderReplyQueue,
    done: DONE,
  });
  addQueue(app, options, {
    address: '/operator/disputes',
    field: 'outcome',
    entries: disputes,
    render: renderDisputeQueue,
    done: DONE,
  });
};
