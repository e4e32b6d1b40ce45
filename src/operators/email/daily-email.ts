import type { Mail } from '../../platform/mail/outbox.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** The state of the regulator's files that an operator should know. */
export interface FilesOfDay {
  readonly refused: readonly FileNote[];
  readonly doubts: readonly FileNote[];
}

interface FileNote {
  readonly name: string;
  readonly text: string;
}

/** The operator's page lists more. */
const NAMED_MAX = 20;

/**
 * Writes the email about files that were refused or published with a doubt. Names and texts are the service's
 * own.
 */
export function filesMail(to: string, { refused, doubts }: FilesOfDay, baseUrl: string): Mail {
  const parts = [
    ...section('Refused. The records of the file before stay in use.', refused),
    ...section('Published with a doubt. You don’t have to do anything.', doubts),
    `Details, and how to accept or withdraw a file: ${baseUrl}/operator/daily`,
    'You get this email because you operate this service. It covers one day, and comes only if a file was refused or looked odd.',
  ];
  return { to, subject: subjectOf(refused.length, doubts.length), text: `${parts.join('\n\n')}\n` };
}

function subjectOf(refused: number, doubts: number): string {
  const parts = [
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(doubts > 0 ? [`${doubts} with a doubt`] : []),
  ];
  return `${REGULATOR.shortName} files: ${parts.join(', ')}`;
}

function section(title: string, notes: readonly FileNote[]): string[] {
  if (notes.length === 0) return [];
  const lines = notes.slice(0, NAMED_MAX).map(({ name, text }) => `- ${name}: ${text}`);
  const others = notes.length - lines.length;
  return [[title, ...lines, ...(others > 0 ? [`- and ${others} more`] : [])].join('\n')];
}
