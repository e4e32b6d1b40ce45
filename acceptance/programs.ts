import type { Need } from './needs.ts';

/**
 * A program in this folder, with a description and its options. docs/testing.md has a row for each program.
 */
export interface Program {
  readonly file: string;
  readonly shows: string;
  /** The arguments that may follow the name. A program with its own `--help` handles that option itself. */
  readonly options: string;
  readonly hasHelp?: true;
  /** The requirements without which the program cannot run. */
  readonly needs?: readonly Need[];
  /**
   * The nightly runs, each with its time limit in minutes. A program without nightly runs is only run by
   * name.
   */
  readonly nightly?: readonly { readonly args: readonly string[]; readonly minutes: number }[];
}

export const PROGRAMS: Readonly<Record<string, Program>> = {
  access: {
    file: 'access/run.ts',
    shows:
      'the main pages and three ways through the service by keyboard alone, in forced colors, with less motion and at 400 % zoom; axe',
    options: '[--only <part of a name>] [--languages en,es]',
    needs: ['browser'],
    nightly: [{ args: [], minutes: 12 }],
  },
  alerts: {
    file: 'alerts/run.ts',
    shows:
      'each of the thirteen alerts fires once, in a real Prometheus that scrapes a service; every panel of the dashboard has data',
    options: '',
    needs: ['prometheus'],
    nightly: [{ args: [], minutes: 8 }],
  },
  answers: {
    file: 'answers.ts',
    shows: 'two checkouts answer every request alike',
    options: '--before <checkout> [--engine sqlite|postgres] [--records <folder>]… [--as-of <day>]',
    hasHelp: true,
  },
  attack: {
    file: 'attack.ts',
    shows: 'each guarantee holds against one way to harm the service',
    options: '[name…] [--engine sqlite|postgres] [--seconds <n>] [--checkout <folder>]',
    hasHelp: true,
    needs: ['postgres'],
    nightly: [{ args: ['--seconds', '20'], minutes: 45 }],
  },
  backup: {
    file: 'backup/run.ts',
    shows:
      'a backup under load has all that was acknowledged before it, and people can sign in where it is restored; a damaged one is refused and leaves nothing',
    options: '[--backups 3]',
    nightly: [{ args: ['--backups', '2'], minutes: 12 }],
  },
  bounds: {
    file: 'bounds.ts',
    shows:
      'every bound of the import on real files: figures, sound files refused with their district or date left out, damaged copies caught',
    options: '[--records <folder>]',
  },
  breaks: {
    file: 'breaks.ts',
    shows: 'ten deliberate breaks in ten rooms are each caught by tests of npm test',
    options: '[--full] [--only <part of a name>]',
    nightly: [{ args: [], minutes: 30 }],
  },
  embed: {
    file: 'embed.ts',
    shows:
      'the card of every kind of record in the page of another site, as /oembed gives it: its style sheet counts, and all of its text is seen',
    options: '',
    needs: ['browser'],
    nightly: [{ args: [], minutes: 3 }],
  },
  'third-party': {
    file: 'third-party/run.ts',
    shows:
      'programs of others work with the service: redocly, spectral, prism, newman, three client generators, MCP inspector, svix, DuckDB and Python’s csv',
    options: '[--only <names>] [--skip <names>]',
    nightly: [{ args: [], minutes: 15 }],
  },
  'browser-organizer': {
    file: 'browser/organizer.ts',
    shows: 'an organizer and an applicant reach their goals in a browser; axe checks each page',
    options: '[folder for pictures]',
    needs: ['browser'],
    nightly: [{ args: [], minutes: 6 }],
  },
  'browser-vendor': {
    file: 'browser/vendor.ts',
    shows: 'a vendor and an operator reach their goals in a browser; axe checks each page',
    options: '[folder for pictures]',
    needs: ['browser'],
    nightly: [{ args: [], minutes: 6 }],
  },
  cheats: {
    file: 'cheats/run.ts',
    shows:
      'a witness or the holder of a receipt notices each way in which an operator with every key can cheat, and a sentence says what happened; of an honest one they say nothing',
    options: '[--only <part of a name>]',
    nightly: [{ args: [], minutes: 12 }],
  },
  'client-verifier': {
    file: 'client-verifier.ts',
    shows: 'the client’s offline verifier says of every receipt and every flipped bit what the service says',
    options: '[--receipts 10000] [--rotations 5] [--flipped 20]',
    nightly: [{ args: [], minutes: 8 }],
  },
  'copy-ledger': {
    file: 'copy-ledger.ts',
    shows:
      'a ledger with rows in every table is the same after it was copied from SQLite to PostgreSQL and back',
    options: '[--rows 20000]',
    needs: ['postgres'],
    nightly: [{ args: [], minutes: 15 }],
  },
  container: {
    file: 'container/run.ts',
    shows:
      'the steps of the Containerfile, taken in empty roots, make a service that decides as an account without rights on a read-only root; so do the settings of compose.yaml',
    options: '',
  },
  'demo-files': {
    file: 'demo-files.ts',
    shows: 'no file of a fictional state, of whatever size and seed, is held back',
    options: '[--sizes 300,1000,2600] [--seeds 30] [--first 1] [--as-of <day>]',
    nightly: [{ args: ['--seeds', '10'], minutes: 8 }],
  },
  'deploy-files': {
    file: 'deploy-files.ts',
    shows:
      'nginx, Caddy, logrotate and Alertmanager take the examples in deploy/, as far as each is installed',
    options: '',
    nightly: [{ args: [], minutes: 2 }],
  },
  'feed-faults': {
    file: 'feed-faults/run.ts',
    shows:
      'which damaged files of the regulator do harm: vendors look better, records change hands, personal data is shown',
    options:
      '[--mutations <n>] [--seed <n>] [--set second] [--only <class>] [--days <n>] [--records <path>]… [--as-of <day>]',
    hasHelp: true,
    nightly: [
      { args: ['--mutations', '1500'], minutes: 10 },
      { args: ['--set', 'second', '--mutations', '600'], minutes: 8 },
    ],
  },
  files: {
    file: 'files/run.ts',
    shows:
      'the data files, killed while they are written, read back with DuckDB: counts, sums and queries as the API answers',
    options: '--duckdb <folder> [--vendors 600] [--kills 12]',
  },
  'first-day': {
    file: 'first-day/run.ts',
    shows:
      'a service on an empty folder takes a regulator’s site of true size, and says only what is true of it on the first day and through a month with faults; the real files are taken, and cut copies of them are not',
    options:
      '[--small] [--rows 70000] [--days 29] [--minutes 240] [--seed 1] [--only <part>]… [--real-only] [--verbose]',
    hasHelp: true,
    nightly: [{ args: ['--small'], minutes: 10 }],
  },
  fuzz: {
    file: 'fuzz.ts',
    shows: 'no request gets a 5xx, an undocumented answer or somebody else’s data',
    options: '[--requests <n>] [--seed <n>] [--only structured|raw] [--engine sqlite|postgres]',
    hasHelp: true,
    nightly: [{ args: ['--requests', '60000'], minutes: 20 }],
  },
  kill: {
    file: 'kill/run.ts',
    shows:
      'nothing that was acknowledged is lost, doubled or torn when processes are killed: booked, changes, decisions, imports, log, mails, monitoring, uploads, webhooks',
    options: '<scenario>… [--kills <n>] [--engine sqlite|postgres] [--seed <n>]',
    hasHelp: true,
    nightly: [
      { args: ['imports', '--kills', '16'], minutes: 20 },
      { args: ['changes', '--kills', '20'], minutes: 15 },
      { args: ['decisions', '--kills', '10'], minutes: 8 },
      { args: ['log', '--kills', '20'], minutes: 8 },
      { args: ['booked', '--kills', '4'], minutes: 12 },
      { args: ['mails', '--kills', '15'], minutes: 6 },
      { args: ['monitoring', '--kills', '6'], minutes: 15 },
      { args: ['uploads', '--kills', '8'], minutes: 12 },
      { args: ['webhooks', '--kills', '10'], minutes: 20 },
    ],
  },
  languages: {
    file: 'languages/run.ts',
    shows:
      'every page in English and in Spanish as visitor, vendor and applicant at 320 pixels: nothing sticks out, axe and html-validate find nothing, no English in Spanish',
    options: '[--only <part of an address>]',
    needs: ['browser'],
    nightly: [{ args: [], minutes: 20 }],
  },
  'limit-burst': {
    file: 'limit-burst.ts',
    shows: 'two processes grant one API key exactly its limit',
    options: '[--clients 64] [--database <PostgreSQL>] [--redis <Redis>]',
    needs: ['postgres', 'redis'],
    nightly: [{ args: [], minutes: 5 }],
  },
  log: {
    file: 'log/run.ts',
    shows:
      'Go’s own packages accept each proof and checkpoint of a live log, and refuse every mutation of them',
    options: '[--receipts 10000] [--consistencies 1000]',
    needs: ['go'],
    nightly: [{ args: [], minutes: 15 }],
  },
  matching: {
    file: 'matching/run.ts',
    shows:
      'how often the matcher finds the vendor that a misspelled or shortened name means, beside other searches',
    options:
      '[--queries <n>] [--vendors <n>] [--records <path>]… [--seed <n>]… [--worst <n>] [--sizes <n>,…] [--hostile]',
    nightly: [{ args: [], minutes: 6 }],
  },
  mcp: {
    file: 'mcp/tasks.ts',
    shows:
      'a client with nothing but the tools for agents does six tasks, over HTTP and standard input and output',
    options: '',
    nightly: [{ args: [], minutes: 4 }],
  },
  'mcp-conformance': {
    file: 'mcp/conformance.ts',
    shows: 'the conformance suite of the Model Context Protocol passes against /mcp',
    options: '--suite <folder>',
  },
  'newcomer-tasks': {
    file: 'newcomer/run.ts',
    shows: 'five tasks of newcomers in a browser each have a way, with what it takes',
    options: '[--rounds 3]',
    needs: ['browser', 'poppler'],
    nightly: [{ args: ['--rounds', '1'], minutes: 4 }],
  },
  outages: {
    file: 'outages.ts',
    shows: 'an outage loses nothing acknowledged, and clients, /readyz and the log tell of it',
    options: '[state…] [--checkout <folder>]',
    hasHelp: true,
  },
  passkeys: {
    file: 'browser/passkeys.ts',
    shows:
      'somebody adds a passkey in a real browser, signs in with it and removes it; a cancelled question, a copy of the key and a browser without script each get a sentence; axe checks each page',
    options: '[folder for pictures]',
    needs: ['browser'],
    nightly: [{ args: [], minutes: 4 }],
  },
  pdf: {
    file: 'pdf/run.ts',
    shows: 'each kind of PDF is sound and tagged, and says what the service answers otherwise',
    options: '',
    needs: ['poppler', 'qpdf'],
    nightly: [{ args: [], minutes: 3 }],
  },
  pictures: {
    file: 'pictures/run.ts',
    shows: 'the main pages as pictures at three widths, in light, dark and print; none scrolls sideways',
    options: '[folder] [--only <name>] [--languages en,es] [--widths 360,768,1440]',
    needs: ['browser'],
    nightly: [{ args: ['node_modules/.cache/acceptance/pictures', '--languages', 'en,es'], minutes: 8 }],
  },
  rebuild: {
    file: 'rebuild.ts',
    shows:
      'from the files that the public log names, rebuild makes the root hash of the log again in another folder, as another user, in other time zones',
    options: '[--records <folder>] [--only <part of a name>]',
    nightly: [{ args: [], minutes: 6 }],
  },
  'receipt-flips': {
    file: 'receipt-flips.ts',
    shows: 'no changed receipt passes for genuine',
    options: '[--receipts 1000] [--flips 4000000] [--seed <n>]',
    nightly: [{ args: ['--flips', '1000000'], minutes: 8 }],
  },
  'receipt-rotations': {
    file: 'receipt-rotations.ts',
    shows: 'every receipt verifies after its key was rotated',
    options: '[--receipts 100000] [--rotations 5]',
    nightly: [{ args: ['--receipts', '30000'], minutes: 8 }],
  },
  redaction: {
    file: 'redaction.ts',
    shows: 'what is struck out of inspectors’ texts as a name, what is left, and how often either is wrong',
    options: '--records <folder>… [--labels <file>]… [--out <folder>] [--sample 400] [--seed 1]',
  },
  rehearsal: {
    file: 'rehearsal/run.ts',
    shows:
      'ninety days of a regulator’s site with every fault that is known: each day what is published is right, or older and said so, and what the service says and which alerts fire is what a separate oracle says',
    options: '[--seed <n>]… [--days 90] [--only says|records] [--verbose]',
    hasHelp: true,
    needs: ['prometheus'],
    nightly: [{ args: [], minutes: 20 }],
  },
  'revoke-trials': {
    file: 'revoke-trials.ts',
    shows: 'a revoked API key is refused by each process at once',
    options: '[--trials 10000] [--database <PostgreSQL>]',
    needs: ['postgres'],
    nightly: [{ args: ['--trials', '2000'], minutes: 6 }],
  },
  season: {
    file: 'season/run.ts',
    shows:
      'the season of one event in a browser, from a spreadsheet of 40 trucks to the outcomes; axe checks each page',
    options: '[folder for pictures] [--no-script]',
    needs: ['browser'],
    nightly: [{ args: [], minutes: 10 }],
  },
  'second-reading': {
    file: 'second-reading.ts',
    shows: 'another program reads the raw rows, and finds what the service publishes of every vendor',
    options:
      '[--records <folder>] [--vendors 1000] [--seed 1] [--only <world>] [--show <license>,<license>…]',
    nightly: [{ args: [], minutes: 8 }],
  },
  sentences: {
    file: 'sentences/run.ts',
    shows: 'no sentence that the service says of a record is false of its raw rows, unknown or contradicted',
    options: '[--records <folder>] [--vendors 1000] [--seed 1]',
    nightly: [{ args: [], minutes: 15 }],
  },
  stranger: {
    file: 'stranger/run.ts',
    shows:
      'from an empty folder the client is installed, decides, verifies with the network cut, and follows the feed through kills',
    options: '[--node <program>] [--kills 6]',
    needs: ['browser', 'unshare'],
    nightly: [{ args: [], minutes: 5 }],
  },
  tests: {
    file: '../tools/test.ts',
    shows: 'every test, those that take long too, on every engine',
    options: '--all [part of a path…]',
    needs: ['postgres'],
    nightly: [{ args: ['--all'], minutes: 45 }],
  },
};
