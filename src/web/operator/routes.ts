import type { FastifyPluginAsync } from 'fastify';
import type { OperatorService } from '../../operators/access/service.ts';
import type { OperatorClaims } from '../../owner/claims/operator-service.ts';
import { queryOf, sendPage } from '../kit/forms/forms.ts';
import { type FindSession, signedInOf } from '../kit/frame/session.ts';
import { frameOf } from '../kit/frame/signed-in-frame.ts';
import { isBeyond, readPage, windowOf } from '../kit/paging.ts';
import { addClaimRoutes } from './claim-routes.ts';
import { prepareOperatorPages } from './guard.ts';
import { renderFirstPage, renderLog } from './overview-pages.ts';

const FORM_BYTES_MAX = 16 * 1024;
const LOG_ENTRIES_A_PAGE = 100;

/** A part of the operators' pages that appears on their first page. */
export interface OperatorSection {
  readonly title: string;
  readonly href: string;
  /** Counts the entries that wait there for this operator; null if there is nothing to count. */
  readonly count: (operatorId: string) => Promise<number | null>;
  /** The word after the number; "waiting" by default. */
  readonly counted?: string;
}

interface OperatorPagesOptions {
  readonly operators: Pick<OperatorService, 'operatorAccess' | 'listLog' | 'countLog'>;
  readonly claims: OperatorClaims;
  /** The parts in addition to claims and log, in their order. */
  readonly sections: readonly OperatorSection[];
  readonly findSession: FindSession;
  readonly baseUrl: string;
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** `/operator`, for operators of this service. Other accounts get a 404. */
export const operatorPages: FastifyPluginAsync<OperatorPagesOptions> = async (app, options) => {
  const { operators, claims, baseUrl } = options;
  const schema = { hide: true };
  prepareOperatorPages(app, {
    ...options,
    operatorAccess: operators.operatorAccess,
    forms: { bytesMax: FORM_BYTES_MAX, baseUrl },
  });
  const sections: readonly OperatorSection[] = [
    { title: 'Claims', href: '/operator/claims', count: () => claims.countQueue('pending') },
    ...options.sections,
    { title: 'Log', href: '/operator/log', count: async () => null },
  ];

  app.get('/operator', { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const counted = await Promise.all(
      sections.map(async ({ count, ...section }) => ({ ...section, count: await count(accountId) })),
    );
    return sendPage(reply, 200, renderFirstPage(await frameOf(request, options), counted));
  });
  app.get('/operator/log', { schema }, async (request, reply) => {
    const place = { page: readPage(queryOf(request)), pageSize: LOG_ENTRIES_A_PAGE };
    const list = { ...place, total: await operators.countLog() };
    const entries = await operators.listLog(windowOf(place));
    return sendPage(
      reply,
      isBeyond(list) ? 404 : 200,
      renderLog(await frameOf(request, options), entries, list),
    );
  });
  addClaimRoutes(app, options);
};
