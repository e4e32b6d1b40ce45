/** A program of this folder: what it shows, and what it takes. docs/testing.md has a row for each. */
interface Program {
  readonly file: string;
  readonly shows: string;
  /** What can follow its name; `--help` is the program's own where it has one. */
  readonly options: string;
  readonly hasHelp?: true;
}

export const PROGRAMS: Readonly<Record<string, Program>> = {
  access: {
    file: 'access/run.ts',
    shows:
      'the main pages and three ways through the service by keyboard alone, in forced colors, with less motion and at 400 % zoom; axe',
    options: '[--only <part of a name>] [--languages en,es]',
  },
  alerts: {
    file: 'alerts/run.ts',
    shows:
      'each of the thirteen alerts fires once, in a real Prometheus that scrapes a service of two workers; every panel of the dashboard has data',
    options: '',
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
  },
  backup: {
    file: 'backup/run.ts',
    shows:
      'a backup under load has all that was acknowledged before it, and people can sign in where it is restored; a damaged one is refused and leaves nothing',
    options: '[--backups 3]',
  },
  bounds: {
    file: 'bounds.ts',
    shows:
      'every bound of the import on real files: figures, sound files refused with their district or date left out, damaged copies caught',
    options: '[--records <folder>]',
  },
  'browser-organizer': {
    file: 'browser/organizer.ts',
    shows: 'an organizer and an applicant reach their goals in a browser; axe checks each page',
    options: '[folder for pictures]',
  },
  'browser-vendor': {
    file: 'browser/vendor.ts',
    shows: 'a vendor and an operator reach their goals in a browser; axe checks each page',
    options: '[folder for pictures]',
  },
  'client-verifier': {
    file: 'client-verifier.ts',
    shows: 'the client’s offline verifier says of every receipt and every flipped bit what the service says',
    options: '[--receipts 10000] [--rotations 5] [--flipped 20]',
  },
  container: {
    file: 'container/run.ts',
    shows:
      'the steps of the Containerfile, taken in empty roots, make a service that decides as an account without rights on a read-only root; so do the settings of compose.yaml',
    options: '',
  },
  dashboard: {
    file: 'dashboard/run.ts',
    shows:
      'every panel of the dashboard has data and legends under a load of all kinds, drawn with the numbers of a real Prometheus',
    options: '[--out dashboard.png] [--seconds 150]',
  },
  'demo-files': {
    file: 'demo-files.ts',
    shows: 'no file of a fictional state, of whatever size and seed, is held back',
    options: '[--sizes 300,1000,2600] [--seeds 30] [--first 1] [--as-of <day>]',
  },
  'feed-faults': {
    file: 'feed-faults/run.ts',
    shows:
      'which damaged files of the regulator do harm: vendors look better, records change hands, personal data is shown',
    options:
      '[--mutations <n>] [--seed <n>] [--set second] [--only <class>] [--days <n>] [--records <path>]… [--as-of <day>]',
    hasHelp: true,
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
  },
  fuzz: {
    file: 'fuzz.ts',
    shows: 'no request gets a 5xx, an undocumented answer or somebody else’s data',
    options: '[--requests <n>] [--seed <n>] [--only structured|raw] [--engine sqlite|postgres]',
    hasHelp: true,
  },
  'kill-booked': {
    file: 'kill-booked.ts',
    shows: 'each change about a vendor with a spot is told after kills, once, and stands once on each page',
    options: '[--kills 8] [--look early|late]',
  },
  'kill-changes': {
    file: 'kill-changes.ts',
    shows:
      'readers of the feed of changes are told every change once, in order, while imports and services are killed',
    options: '[--kills 60] [--engine sqlite|postgres] [--seed <n>]',
  },
  'kill-decisions': {
    file: 'kill-decisions.ts',
    shows:
      'every receipt of a list that a client got is on file and verifies after kills; no list is on file in part',
    options: '[--kills 20]',
  },
  'kill-imports': {
    file: 'kill-imports.ts',
    shows:
      'an import, first start or upgrade killed in any step leaves every row as before it or as after it, and runs through again',
    options: '[--kills 64] [--engine sqlite|postgres] [--records <folder>]… [--as-of <day>] [--seed <n>]',
  },
  'kill-mails': {
    file: 'kill-mails.ts',
    shows: 'a killed process loses no mail',
    options: '[rounds, 25 unless told]',
  },
  'kill-monitoring': {
    file: 'kill-monitoring.ts',
    shows: 'claims, payments and mails of a watch survive kills, each once',
    options: '[--kills 12] [--look early|late] [--real <folder A> <folder B>]',
  },
  'kill-uploads': {
    file: 'kill-uploads.ts',
    shows:
      'an upload that was answered is there whole after kills, none is half or doubled, and each reminder went out once',
    options: '[rounds, 25 unless told]',
  },
  'kill-webhooks': {
    file: 'kill-webhooks.ts',
    shows:
      'after kills every change of an application that was answered came to each webhook as one message, nothing else came, and the log says so',
    options: '[--kills 20] [--engine sqlite|postgres]',
  },
  'kill-workers': {
    file: 'kill-workers.ts',
    shows:
      'every receipt of a service of two workers is on file and verifies after kills, one worker or the other, and a restart of both fails no request',
    options: '[--kills 20] [--restarts 3] [--seed 1] [--engine sqlite|postgres]',
  },
  languages: {
    file: 'languages/run.ts',
    shows:
      'every page in English and in Spanish as visitor, vendor and applicant at 320 pixels: nothing sticks out, axe and html-validate find nothing, no English in Spanish',
    options: '[--only <part of an address>]',
  },
  'limit-burst': {
    file: 'limit-burst.ts',
    shows: 'two processes grant one API key exactly its limit',
    options: '[--clients 64] [--database <PostgreSQL>] [--redis <Redis>]',
  },
  matching: {
    file: 'matching/run.ts',
    shows:
      'how often the matcher finds the vendor that a misspelled or shortened name means, beside other searches',
    options:
      '[--queries <n>] [--vendors <n>] [--records <path>]… [--seed <n>]… [--worst <n>] [--sizes <n>,…] [--hostile]',
  },
  mcp: {
    file: 'mcp/tasks.ts',
    shows:
      'a client with nothing but the tools for agents does six tasks, over HTTP and standard input and output',
    options: '',
  },
  'mcp-conformance': {
    file: 'mcp/conformance.ts',
    shows: 'the conformance suite of the Model Context Protocol passes against /mcp',
    options: '--suite <folder>',
  },
  'newcomer-tasks': {
    file: 'newcomer/run.ts',
    shows:
      'five tasks of newcomers in a browser, with what each takes, by this checkout’s pages or another’s',
    options: '[--of <checkout>] [--rounds 3]',
  },
  'ninety-days': {
    file: 'ninety-days/run.ts',
    shows: 'ninety days of a regulator’s site with faults leave every day right, or older and said so',
    options: '[--seed <n>]… [--days 90] [--start <day>] [--vendors 600]',
    hasHelp: true,
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
  },
  pdf: {
    file: 'pdf/run.ts',
    shows: 'each kind of PDF is sound and tagged, and says what the service answers otherwise',
    options: '',
  },
  pictures: {
    file: 'pictures/run.ts',
    shows: 'the main pages as pictures at three widths, in light, dark and print; none scrolls sideways',
    options: '[folder] [--only <name>] [--languages en,es] [--widths 360,768,1440]',
  },
  'receipt-flips': {
    file: 'receipt-flips.ts',
    shows: 'no changed receipt passes for genuine',
    options: '[--receipts 1000] [--flips 4000000] [--seed <n>]',
  },
  'receipt-rotations': {
    file: 'receipt-rotations.ts',
    shows: 'every receipt verifies after its key was rotated',
    options: '[--receipts 100000] [--rotations 5]',
  },
  redaction: {
    file: 'redaction.ts',
    shows: 'what is struck out of inspectors’ texts as a name, what is left, and how often either is wrong',
    options: '--records <folder>… [--labels <file>]… [--out <folder>] [--sample 400] [--seed 1]',
  },
  rehearsal: {
    file: 'rehearsal/run.ts',
    shows:
      'ninety days of a regulator’s site with every fault that is known: what the service says each day, and which alerts fire, is what a separate oracle says',
    options: '[--seed <n>]… [--days 90] [--verbose]',
    hasHelp: true,
  },
  'revoke-trials': {
    file: 'revoke-trials.ts',
    shows: 'a revoked API key is refused by each process at once',
    options: '[--trials 10000] [--database <PostgreSQL>]',
  },
  season: {
    file: 'season/run.ts',
    shows:
      'the season of one event in a browser, from a spreadsheet of 40 trucks to the outcomes; axe checks each page',
    options: '[folder for pictures] [--no-script]',
  },
  'second-reading': {
    file: 'second-reading.ts',
    shows: 'another program reads the raw rows, and finds what the service publishes of every vendor',
    options:
      '[--records <folder>] [--vendors 1000] [--seed 1] [--only <world>] [--show <license>,<license>…]',
  },
  sentences: {
    file: 'sentences/run.ts',
    shows: 'no sentence that the service says of a record is false of its raw rows, unknown or contradicted',
    options: '[--records <folder>] [--vendors 1000] [--seed 1]',
  },
  stranger: {
    file: 'stranger/run.ts',
    shows:
      'from an empty folder the client is installed, decides, verifies with the network cut, and follows the feed through kills',
    options: '[--node <program>] [--kills 6]',
  },
};
