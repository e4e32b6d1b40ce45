import type { GradeStatus } from '../../judgment/score/recommendation.ts';
import type { Grade } from '../../judgment/score/score-rules.ts';
import type { IsoDate } from '../../lib/time/dates.ts';

const LABEL = 'inspection record';

/** The colors of the letters on the pages, as backgrounds for white text (a contrast ratio of at least 4.5). */
const GRADE_COLORS: Readonly<Record<Grade, string>> = {
  A: '#1d5f38',
  B: '#1d5f38',
  C: '#7a4d00',
  D: '#94201d',
  F: '#94201d',
};
const GREY = '#57606a';

export interface BadgeFacts {
  readonly grade: Grade | null;
  readonly gradeStatus: GradeStatus;
  readonly fictional: boolean;
  /** The last day that the records cover, if they are old. */
  readonly oldSince: IsoDate | null;
}

/**
 * Renders the badge for a grade status. It shows a letter only if the letter may be shown, and never a
 * number. A badge for old records never has a favorable color. Pure function.
 */
export function renderBadge({ grade, gradeStatus, fictional, oldSince }: BadgeFacts): Promise<string> {
  const standing = grade === null ? STATUS_MESSAGES[gradeStatus] : `grade ${grade}`;
  const message = oldSince === null ? standing : `${standing}, old records: ${oldSince}`;
  const color = colorOf(gradeStatus, oldSince === null ? grade : null);
  return draw(fictional ? `demo ${LABEL}` : LABEL, message, color);
}

function colorOf(gradeStatus: GradeStatus, grade: Grade | null): string {
  if (grade !== null) return GRADE_COLORS[grade];
  return gradeStatus === 'hold' ? GRADE_COLORS.F : GREY;
}

/**
 * Renders the badge for an unknown vendor. It is still an image, so that a page shows text instead of a
 * broken image.
 */
export function renderUnknownBadge(): Promise<string> {
  return draw(LABEL, 'vendor not found', GREY);
}

/**
 * Draws a badge. The library's table of letter widths takes megabytes of memory, so it is not loaded until
 * the first badge.
 */
async function draw(label: string, message: string, color: string): Promise<string> {
  const { makeBadge } = await import('badge-maker');
  return makeBadge({ label, message, color, labelColor: '#24292f' });
}

const STATUS_MESSAGES: Readonly<Record<GradeStatus, string>> = {
  graded: 'not graded',
  withheld: 'license not confirmed',
  insufficient_record: 'not enough inspections',
  hold: 'regulator hold',
};
