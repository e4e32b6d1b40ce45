import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Coverage } from '../../../intake/coverage/schemas.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import { notReady } from '../../../published-state/service.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { readCountySort } from '../../kit/counties/county-table.ts';
import { FOR_ANYONE, queryOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderCoverage } from '../coverage-page.ts';
import { renderMethodology } from '../methodology/methodology-page.ts';
import { renderStatewide } from './statewide-page.ts';

interface StatisticsPagesOptions {
  /** Finds the published statistics as JSON text. Returns undefined before the first publication. */
  readonly findStatistics: () => Promise<string | undefined>;
  /** Throws `not_ready` before the first publication. */
  readonly describeCoverage: () => Promise<Coverage>;
  readonly now: () => Date;
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
}

/** Pages with the state's numbers and with the methodology used for grades. */
export const statisticsPages: FastifyPluginAsync<StatisticsPagesOptions> = async (app, options) => {
  const { findStatistics, isFictional, baseUrl, limit } = options;
  preparePages(app);

  const translated = { schema: { hide: true }, config: TRANSLATED, onRequest: limit };

  app.get('/florida', translated, async (request, reply) => {
    const text = await findStatistics();
    if (text === undefined) throw notReady();
    const statistics = parseStatistics(text);
    const sort = readCountySort(queryOf(request));
    return sendPage(
      reply,
      200,
      renderStatewide({ statistics, sort, baseUrl, language: languageOf(request) }),
      FOR_ANYONE,
    );
  });

  app.get('/coverage', translated, async (request, reply) => {
    const page = renderCoverage(await options.describeCoverage(), {
      today: jurisdictionDay(options.now()),
      baseUrl,
      language: languageOf(request),
    });
    return sendPage(reply, 200, page, FOR_ANYONE);
  });

  app.get('/methodology', translated, async (request, reply) => {
    const shown = { baseUrl, fictional: await isFictional(), language: languageOf(request) };
    return sendPage(reply, 200, renderMethodology(shown), FOR_ANYONE);
  });
};

function parseStatistics(text: string): StoredStatistics {
  return parseStored<StoredStatistics>(text);
}
