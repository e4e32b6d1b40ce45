import { type CoverageReader, describeSource } from '../../../intake/coverage/coverage-service.ts';
import type { OutboxService } from '../../../operators/email/outbox-overview-service.ts';
import type { OperatorSection } from '../routes.ts';

/** Returns the overview pages as sections for the operators' home page. */
export function listOverviewSections(outbox: OutboxService, ledger: CoverageReader): OperatorSection[] {
  const uncounted = async () => null;
  return [
    {
      title: 'Daily report',
      href: '/operator/daily',
      count: async () => (await describeSource(ledger)).filter(({ problem }) => problem !== null).length,
      counted: 'of the files with a problem',
    },
    { title: 'Imports', href: '/operator/imports', count: uncounted },
    {
      title: 'Failing email',
      href: '/operator/mail',
      count: async () => {
        const { failing, givenUp } = await outbox.describe({ offset: 0, rowsMax: 1 });
        return failing + givenUp;
      },
      counted: 'failing or given up',
    },
    { title: 'Subscriptions', href: '/operator/subscriptions', count: uncounted },
  ];
}
