/**
 * The files and folders whose prose is enforced: one finding fails `npm run check`. Add a folder when its findings
 * are gone (`npm run prose -- --all` counts them). A folder is never removed.
 */
export const ENFORCED: readonly string[] = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'acceptance',
  'bench',
  'client',
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
  'src/organizer',
  'src/owner',
  'src/platform',
  'src/privacy',
  'src/proof',
  'src/published-state',
  'src/records',
  'src/regulator',
  'src/search',
  'src/watch',
  'src/web',
  'src/webhooks',
  'test/client',
  'test/contract',
  'test/mcp',
  'test/pages',
  'test/process',
  'test/real',
  'test/support',
  'tools',
];

interface Exception {
  readonly file: string;
  /** The words that were found, as they appear in the text. */
  readonly words: string;
  readonly reason: string;
}

/** Findings that are acceptable. */
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
