import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openObservations } from '../src/regulator/florida/observations/observation-records.ts';
import { parseObservationText } from '../src/regulator/florida/observations/observation-text.ts';
import { redactNames } from '../src/regulator/florida/observations/redact-names.ts';
import { findCandidates } from './redaction/candidates.ts';
import { judge, type Labels, readLabels, textKey } from './redaction/labels.ts';
import { sample } from './redaction/sample.ts';
import { findStruck, type Span } from './redaction/spans.ts';

/**
 * Lists every name that was redacted from inspectors' texts and every possible name that was not, for a
 * person to review. Measures the rules against these reviews. Exits with 1 if the rules perform worse than
 * promised.
 */
const MISSES_MAX = 0.005;
const OVER_STRIKES_MAX = 0.05;
const CONTEXT = 45;
const TIMED_RUNS = 5;

interface Text {
  readonly key: string;
  readonly category: number;
  readonly text: string;
  readonly struck: readonly Span[];
}

const { values } = parseArgs({
  options: {
    records: { type: 'string', multiple: true, default: [] },
    labels: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    sample: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
});
main();

function main(): void {
  const read = values.records.flatMap(readTexts);
  if (read.length === 0) throw new Error('No file of observations is in the folders that --records names.');
  const labels = readLabels(values.labels.map((file) => readFileSync(file, 'utf8')).join('\n'));
  const texts = read.map(strike);
  const strikes = texts.reduce((sum, { struck }) => sum + struck.length, 0);
  const candidates = texts.flatMap((text) =>
    findCandidates(text.text, text.struck).map((span) => ({ text, span })),
  );
  console.log(
    `${texts.length} texts, ${strikes} strikes in ${texts.filter(({ struck }) => struck.length > 0).length} of them, ` +
      `${candidates.length} words left that could be of a name`,
  );
  console.log(`${timeOf(read).toFixed(0)} ms for 10,000 texts (median of ${TIMED_RUNS})`);
  if (values.out) {
    const drawn = sample(candidates, Number(values.sample), Number(values.seed));
    const struck = texts.flatMap((text) => text.struck.map((span) => ({ text, span })));
    writeList(values.out, 'strikes.tsv', struck, labels);
    writeList(values.out, 'candidates.tsv', drawn, labels);
    const missed = texts.flatMap((text) =>
      judge(text.text, text.struck, labels.get(text.key) ?? []).misses.map((span) => ({ text, span })),
    );
    writeList(values.out, 'misses.tsv', missed, labels);
  }
  if (labels.size > 0) report(texts, labels);
}

function readTexts(folder: string): { text: string; category: number }[] {
  return readdirSync(folder).flatMap((name) => {
    const records = openObservations(readFileSync(path.join(folder, name)));
    if (!records || records.problem) return [];
    return [...records.rows].map(({ code, text }) => ({
      text: parseObservationText(text ?? '').text,
      category: Number(code?.slice(0, 2)),
    }));
  });
}

function strike({ text, category }: { text: string; category: number }): Text {
  const struck = findStruck(text, redactNames(text, category));
  if (!struck) throw new Error('A redacted text is not made of its text.');
  return { key: textKey(text, category), category, text, struck };
}

function timeOf(texts: readonly { text: string; category: number }[]): number {
  const times = Array.from({ length: TIMED_RUNS }, () => {
    const started = performance.now();
    for (const { text, category } of texts) redactNames(text, category);
    return ((performance.now() - started) / texts.length) * 10_000;
  });
  return times.sort((a, b) => a - b)[Math.floor(TIMED_RUNS / 2)] ?? 0;
}

function writeList(
  folder: string,
  name: string,
  places: readonly { text: Text; span: Span }[],
  labels: Labels,
): void {
  mkdirSync(folder, { recursive: true });
  const lines = places.map(({ text: { key, category, text }, span: { start, end } }) => {
    const known = labels.get(key)?.find((label) => label.start < end && start < label.end);
    const label = known ? (known.isName ? 'name' : 'other') : '';
    const context = `${text.slice(Math.max(0, start - CONTEXT), start)}{${text.slice(start, end)}}${text.slice(end, end + CONTEXT)}`;
    return [label, key, start, end, category, context.replace(/\s+/g, ' ')].join('\t');
  });
  writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
}

function report(texts: readonly Text[], labels: Labels): void {
  const judged = texts.map(({ key, text, struck }) => judge(text, struck, labels.get(key) ?? []));
  const sum = (count: (judgment: (typeof judged)[number]) => number) =>
    judged.reduce((total, judgment) => total + count(judgment), 0);
  const names = sum((each) => each.names);
  const misses = sum(({ misses: missed }) => missed.length);
  const strikes = sum((each) => each.strikes);
  const overStrikes = sum((each) => each.overStrikes.length);
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
  console.log(`misses: ${misses} of ${names} names (${share(misses, names)})`);
  console.log(`over-strikes: ${overStrikes} of ${strikes} strikes (${share(overStrikes, strikes)})`);
  const unjudged = sum((each) => each.notJudged.length);
  console.log(`strikes that nobody has judged: ${unjudged}`);
  const holds = unjudged === 0 && misses <= names * MISSES_MAX && overStrikes <= strikes * OVER_STRIKES_MAX;
  process.exitCode = holds ? 0 : 1;
}
