/**
 * The files and folders whose prose is enforced: one finding fails `npm run check`. Add a folder when its findings
 * are gone (`npm run prose -- --all` counts them). A folder is never removed.
 */
export const ENFORCED: readonly string[] = [
  'CHANGELOG.md',
  'README.md',
  'docs',
  'src/accounts',
  'src/backtest',
  'src/cli',
  'src/compose',
  'src/config.ts',
  'src/decisions',
  'src/demo',
  'src/http',
  'src/intake',
  'src/jobs',
  'src/judgment',
  'src/lib',
  'src/main.ts',
  'src/matching',
  'src/mcp',
  'src/open-data',
  'src/operators',
  'src/ops',
  'src/organizer/applications/apply',
  'src/organizer/applications/book',
  'src/organizer/applications/bulk',
  'src/organizer/applications/day',
  'src/organizer/applications/decide',
  'src/organizer/applications/inbox',
  'src/organizer/applications/notices',
  'src/organizer/applications/roster',
  'src/organizer/applications/waitlist',
  'src/organizer/calendars',
  'src/organizer/documents/reminders',
  'src/organizer/documents/review',
  'src/organizer/documents/upload',
  'src/organizer/events',
  'src/organizer/shortlist',
  'src/owner',
  'src/platform',
  'src/privacy',
  'src/proof',
  'src/published-state',
  'src/records',
  'src/regulator',
  'src/search',
  'src/watch',
  'src/web/account/api-keys',
  'src/web/account/calendar',
  'src/web/account/webhooks',
  'src/web/kit/charts',
  'src/web/kit/counties',
  'src/web/kit/decisions',
  'src/web/kit/forms',
  'src/web/kit/styles',
  'src/web/operator',
  'src/web/organizer',
  'src/web/public/closures',
  'src/web/public/crawlers',
  'src/web/public/docs',
  'src/web/public/embeds',
  'src/webhooks',
  'test/client',
  'test/contract',
  'test/mcp',
  'test/pages',
  'test/process',
  'test/real',
  'tools',
];

interface Exception {
  readonly file: string;
  /** The words of the finding, as they are in the text. */
  readonly words: string;
  readonly reason: string;
}

/** Findings that are right as they are. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'src/judgment/methodology/backtest-messages.ts',
    words: 'Whether …',
    reason: 'the published back-test has these words',
  },
  {
    file: 'src/judgment/methodology/backtest-messages.ts',
    words: 'nobody',
    reason: 'the published back-test has these words',
  },
];
