import type { Coverage } from '../../src/intake/coverage/schemas.ts';
import { daysBetween } from '../../src/lib/time/dates.ts';
import { parse } from '../rehearsal/html-texts.ts';
import { DISTRICTS } from './site/register.ts';
import type { SiteFile, SiteKind } from './site/site-files.ts';
import { type Facts, type Finding, notYetInUse, versionsInUse } from './truth.ts';

/**
 * Reads every sentence on the coverage page. Each sentence must match one of the rules below and be true
 * according to that rule. A sentence that does not match any rule is a finding, because nothing has checked
 * it.
 */

/** The page's names for the kinds of files on the site. */
const PLAIN_KINDS: Readonly<Record<SiteKind, string>> = {
  licenses: 'licenses',
  inspections: 'inspections',
  year: 'inspections',
  closures: 'closures',
  new_licenses: 'new licenses',
  ownership_changes: 'ownership changes',
  fines: 'final orders',
  archive: 'closures',
};

interface Moment {
  readonly coverage: Coverage;
  readonly facts: Facts;
}

interface Rule {
  readonly form: RegExp;
  /** Returns the facts that contradict the sentence. */
  readonly contradict: (found: RegExpExecArray, moment: Moment) => string | undefined;
}

const D = String.raw`(\d{4}-\d\d-\d\d)`;
const TRUE = () => undefined;

const PARAGRAPHS: readonly Rule[] = [
  {
    form: new RegExp(`^As of ${D}: (.*?), ([\\d,]+) vendors?\\. Published (\\S+)\\.$`),
    contradict: ([, day, districts = '', count = '', published], { coverage, facts }) => {
      if (day !== facts.day) return `today is ${facts.day}`;
      if (published !== coverage.published_at) return `it was published at ${coverage.published_at}`;
      const vendors = coverage.districts.reduce((sum, each) => sum + each.vendors, 0);
      if (Number(count.replaceAll(',', '')) !== vendors) return `there are ${vendors}`;
      const without = DISTRICTS.filter((district) => !hasLicenses(district, { coverage, facts }));
      return /every district/i.test(districts) && without.length > 0
        ? `no licenses of district ${without.join(', ')} are in use`
        : undefined;
    },
  },
  {
    form: new RegExp(`^Complete\\. All (\\d) districts, records through ${D}\\.$`),
    contradict: ([, count], { coverage, facts }) =>
      Number(count) === coverage.districts.length
        ? nameFew(notYetInUse(coverage, facts), 'not read')
        : `${coverage.districts.length} districts are in use`,
  },
  {
    form: new RegExp(`^Not complete\\. See what is missing ?\\. Records through ${D}\\.$`),
    contradict: TRUE,
  },
  { form: /^A district’s records run through the earliest of three dates/, contradict: TRUE },
  { form: /^Get this as data · Statistics · How we grade$/, contradict: TRUE },
  {
    form: /^Nothing is missing\.$/,
    contradict: (_found, { coverage, facts }) => nameFew(notYetInUse(coverage, facts), 'not read'),
  },
  { form: /^We don’t have a license or inspection file for any district\.$/, contradict: TRUE },
  {
    form: /^We read final orders based on the regulator’s description of the file\. We haven’t had a real file to test with\.$/,
    contradict: (_found, { coverage }) =>
      coverage.files.some(({ kind }) => kind === 'final_orders') ? undefined : 'none is in use',
  },
  {
    form: /^We publish what the .*? publishes\. These files have something unusual in some rows\.$/,
    contradict: (_found, { coverage }) =>
      coverage.files.some(({ doubts }) => doubts.length > 0) ? undefined : 'no file has a doubt',
  },
];

/** Returns the names of the inspection, closure and final-order files for a period. */
const NAMES_OF_PERIODS: Readonly<Record<string, (period: string) => readonly string[]>> = {
  inspections: (years) => [`fdinspi_${years.slice(2, 4)}${years.slice(5)}.`],
  closures: (period) => [`${period}-EOS.`, `Extract_${period}.`],
  'final orders': (month) => [`rdar${month.slice(5)}${month.slice(2, 4)}.`],
};

/** Returns true if the site has a file for the period, according to the site's last response. */
function hasPeriod(kind: string, period: string, { sent }: Facts): boolean {
  const names = NAMES_OF_PERIODS[kind]?.(period) ?? [];
  const answers = sent.filter(({ path }) => names.some((name) => path.includes(name)));
  return answers.length === 0 || answers.at(-1)?.answer === 'file';
}

/** Matches any sentence that reports unfinished work, regardless of its wording. */
const STILL_LOADING: Rule = {
  form: /still (?:being )?(?:load|fetch|read|download|to be)|loading|not (?:been )?(?:fetched|loaded|read) yet|yet to be/i,
  contradict: ([, ..._groups], { coverage, facts }) =>
    notYetInUse(coverage, facts).length === 0 ? 'every file that the site has is in use' : undefined,
};

const ITEMS: readonly Rule[] = [
  {
    form: /^Still loading: (\w[\w ]*), (\d+) files?\.$/,
    contradict: ([, kind = '', count], { coverage, facts }) => {
      const isHad = coverage.loading_files.some(
        (each) => each.kind.replaceAll('_', ' ') === kind && String(each.files) === count,
      );
      if (!isHad) return 'the answer as data does not say so';
      const left = notYetInUse(coverage, facts).filter(({ kind: own }) => PLAIN_KINDS[own] === kind);
      return left.length > 0 ? undefined : 'every file that the site has is in use';
    },
  },
  {
    form: /^Not on the regulator’s site: (\w[\w ]*?), (\d[-\d, and]*)\.$/,
    contradict: ([, kind = '', list = ''], { facts }) => {
      const wrong = list.split(/, | and /).filter((period) => hasPeriod(kind, period, facts));
      return wrong.length === 0 ? undefined : `the site has ${wrong.join(', ')}, or was not asked`;
    },
  },
  {
    form: /^(\d+) files \(([^()]*)\): (.*)$/,
    contradict: ([, count, list = '', what = ''], { coverage }) => {
      const same = coverage.source.filter(({ problem }) => problem && what.startsWith(problem.what));
      if (same.length !== Number(count)) return `${same.length} files have this problem`;
      const names = list.split(/, (?:and )?/);
      const more = Number(/^(\d+) more$/.exec(names.at(-1) ?? '')?.[1] ?? 0);
      const listed = more > 0 ? names.slice(0, -1) : names;
      const wrong = listed.filter((each) => same.every(({ name }) => name !== each));
      if (wrong.length > 0) return `${wrong.join(', ')} do not have this problem`;
      return listed.length + more === same.length ? undefined : 'names and number differ';
    },
  },
  {
    form: /^Never read: (\w[\w ]*), (?:district (\d)|statewide)\.$/,
    contradict: ([, kind, district], { coverage }) =>
      coverage.files.some(
        (file) => file.kind.replaceAll('_', ' ') === kind && String(file.district) === district,
      )
        ? 'one is in use'
        : undefined,
  },
  {
    form: new RegExp(`^Out of date: .*?\\. The newest file goes through ${D}, (\\d+) days? before ${D}\\.$`),
    contradict: ([, from = '', days, to = '']) =>
      daysBetween(from, to) === Number(days) ? undefined : `it is ${daysBetween(from, to)} days`,
  },
  {
    form: /^Refused: (\S+)\. /,
    contradict: ([, name], { coverage, facts }) => {
      const refused = coverage.held_back.find((file) => file.name === name);
      if (!refused) return 'the answer as data does not say so';
      return facts.versions.has(refused.sha256) ? undefined : 'the site never had it';
    },
  },
  {
    form: /^We have no records for District (\d):/,
    contradict: ([, district], { coverage }) =>
      coverage.districts.some((each) => String(each.district) === district) ? 'it has files' : undefined,
  },
  {
    form: /^(\S+\.(?:csv|xlsx?|zip)): (.*)$/,
    contradict: ([, name, what = ''], { coverage }) => {
      const problem = coverage.source.find((each) => each.name === name)?.problem;
      const doubts = coverage.files.find((each) => each.name === name)?.doubts ?? [];
      const isSaid =
        (problem && what.startsWith(problem.what)) || doubts.some(({ text }) => what === `${text}.`);
      return isSaid ? undefined : 'the answer as data does not say so';
    },
  },
];

export function checkPage(body: string, moment: Moment): Finding[] {
  const main = withDays(/<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? '');
  const page = parse(main);
  const paragraphs = textsOf(main, 'p');
  const found = [
    ...paragraphs.flatMap((text) => check(text, [...PARAGRAPHS, STILL_LOADING], moment)),
    ...page.items.flatMap((text) => check(text, [...ITEMS, STILL_LOADING], moment)),
    ...checkFileRows(page.rowsOf('The newest file of each kind'), moment),
    ...checkDistrictRows(page.rowsOf('Files for each district'), moment),
  ];
  return [...found, ...checkSilence(page.text, moment)];
}

function check(says: string, rules: readonly Rule[], moment: Moment): Finding[] {
  for (const { form, contradict } of rules) {
    const match = form.exec(says);
    if (!match) continue;
    const but = contradict(match, moment);
    return but === undefined ? [] : [{ where: 'page', says, but }];
  }
  return [{ where: 'page', says, but: 'no rule of sentences.ts knows this sentence' }];
}

function checkFileRows(rows: readonly (readonly string[])[], { coverage }: Moment): Finding[] {
  const listed = rows.flatMap(([name = '', , , reaches, kept, refused]): Finding[] => {
    const file = coverage.files.find((each) => name === each.name || name.startsWith(`${each.name} `));
    const says = [name, reaches, kept, refused].join(' | ');
    if (!file) return [{ where: 'page', says, but: 'no such file is in use' }];
    const isSame =
      reaches === (file.file_date ?? 'not dated') &&
      kept === file.rows.kept.toLocaleString('en-US') &&
      refused === file.rows.refused.toLocaleString('en-US');
    return isSame ? [] : [{ where: 'page', says, but: 'the answer as data differs' }];
  });
  const left = coverage.files.length - rows.length;
  return left === 0
    ? listed
    : [...listed, { where: 'page', says: `${rows.length} files in use`, but: `${left} more are in use` }];
}

function checkDistrictRows(rows: readonly (readonly string[])[], { coverage }: Moment): Finding[] {
  return coverage.districts.flatMap((said) => {
    const row = rows.find(([first]) => first === `District ${said.district}`) ?? [];
    const [, vendors, licenses, inspections, year] = row;
    const isSame =
      vendors === said.vendors.toLocaleString('en-US') &&
      licenses === (said.licenses_to === null ? 'none' : `to ${said.licenses_to}`) &&
      inspections ===
        (said.inspections_from === null || said.inspections_to === null
          ? 'none'
          : `${said.inspections_from} to ${said.inspections_to}`) &&
      year === (said.whole_year ? 'Complete' : 'Incomplete');
    return isSame
      ? []
      : [{ where: 'page', says: row.join(' | '), but: 'the answer as data differs' } as const];
  });
}

/**
 * Lists fiscal years and closures that the page should mention, because the site has their files but they are
 * not in use.
 */
function checkSilence(text: string, moment: Moment): Finding[] {
  const left = notYetInUse(moment.coverage, moment.facts);
  const years = left.flatMap(({ kind, year }) => (kind === 'year' && year !== null ? [year] : []));
  const unsaid = years.filter((year) => {
    const short = `${String(year).slice(2)}${String(year + 1).slice(2)}`;
    const long = new RegExp(`${year}[-–](?:20)?${String(year + 1).slice(2)}|fdinspi_${short}`);
    return !long.test(text) && !STILL_LOADING.form.test(text);
  });
  const hasClosures = moment.coverage.files.some(({ kind }) => kind === 'closures');
  const lacksClosures = left.some(({ kind }) => kind === 'closures') && !hasClosures;
  return [
    ...unsaid.map(
      (year): Finding => ({
        where: 'page',
        says: `nothing of inspections ${year}-${String(year + 1).slice(2)}`,
        but: 'the site has the file and it is not in use',
      }),
    ),
    ...(lacksClosures && !/closures/i.test(text)
      ? [{ where: 'page', says: 'nothing of closures', but: 'the site has them and none is in use' } as const]
      : []),
  ];
}

function hasLicenses(district: number, { coverage, facts }: Moment): boolean {
  return versionsInUse(coverage, facts).some(
    (file) => file.kind === 'licenses' && file.district === district,
  );
}

function nameFew(files: readonly SiteFile[], what: string): string | undefined {
  if (files.length === 0) return undefined;
  const names = files.slice(0, 4).map(({ path }) => path.split('/').at(-1));
  return `${files.length} files are ${what}: ${names.join(', ')}${files.length > 4 ? ' …' : ''}`;
}

/** Replaces dates and times with their machine-readable form. */
function withDays(html: string): string {
  return html.replaceAll(/<time datetime="([^"]*)">[^<]*<\/time>/g, '$1');
}

function textsOf(html: string, tag: string): string[] {
  const found = [...html.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>(.*?)</${tag}>`, 'gs'))];
  return found.map(([, inner = '']) => parse(inner).text);
}
