import type { Finding } from './truth.ts';

/** The summary at the end. Pure. */

export interface Line {
  readonly what: string;
  readonly figure: string;
  readonly aim: string;
  /** Undefined if the row does not have a target. */
  readonly isMet: boolean | undefined;
}

export interface DatedFinding extends Finding {
  /** A part of the rehearsal, or a day. */
  readonly when: string;
}

const SHOWN_MAX = 40;
const TEXT_MAX = 300;

export function line(what: string, figure: string, aim = '', isMet?: boolean): Line {
  return { what, figure, aim, isMet };
}

export function renderSummary(lines: readonly Line[], findings: readonly DatedFinding[]): string {
  const rows = lines.map(
    ({ what, figure, aim, isMet }) =>
      `| ${what} | ${figure} | ${aim} | ${isMet === undefined ? '' : isMet ? 'yes' : '**no**'} |`,
  );
  const kinds = countKinds(findings).map(
    ([kind, count, first]) => `| ${count} | ${kind} | ${escapeCell(first)} |`,
  );
  const parts = [
    '| Measured | Figure | Aim | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...(findings.length === 0
      ? ['Every sentence was true.']
      : ['| Times | Where | What it said, and what is true |', '|---|---|---|', ...kinds]),
  ];
  return parts.join('\n');
}

/** Counts findings by kind. The same finding on several days or about several districts is one kind. */
function countKinds(findings: readonly DatedFinding[]): [kind: string, count: number, first: string][] {
  const kinds = new Map<string, { count: number; first: DatedFinding }>();
  for (const finding of findings) {
    const key = `${finding.where} ${finding.says} ${finding.but}`.replaceAll(/\d[\d,.:TZ-]+/g, '#');
    const known = kinds.get(key);
    kinds.set(key, { count: (known?.count ?? 0) + 1, first: known?.first ?? finding });
  }
  const all = [...kinds.values()].sort((a, b) => b.count - a.count);
  return all
    .slice(0, SHOWN_MAX)
    .map(({ count, first }) => [
      `${first.where}, first ${first.when}`,
      count,
      `“${first.says.slice(0, TEXT_MAX)}”, but ${first.but}`,
    ]);
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}

/** Returns true if no target was missed and there are no findings. */
export function isAllGood(lines: readonly Line[], findings: readonly Finding[]): boolean {
  return findings.length === 0 && lines.every(({ isMet }) => isMet !== false);
}
