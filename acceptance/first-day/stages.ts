import type { Coverage } from '../../src/intake/coverage/schemas.ts';
import { DISTRICTS } from './site/register.ts';
import type { SiteFile } from './site/site-files.ts';
import { FINISHED_YEARS } from './site/world.ts';
import { type Facts, notYetInUse } from './truth.ts';

/** What must be in use for each step of the first day to be over. Pure. */
interface Stage {
  readonly name: string;
  /** How many minutes it may take at true size. */
  readonly minutesMax: number;
  readonly needs: (file: SiteFile) => boolean;
}

export const STAGES: readonly Stage[] = [
  {
    name: `licenses of all ${DISTRICTS.length} districts`,
    minutesMax: 5,
    needs: ({ kind }) => kind === 'licenses',
  },
  { name: 'the running year', minutesMax: 6, needs: ({ kind }) => kind === 'inspections' },
  ...FINISHED_YEARS.map(({ year }, index) => ({
    name: `${year}-${String(year + 1).slice(2)}${index === FINISHED_YEARS.length - 1 ? ' (three years)' : ''}`,
    minutesMax: 10 + 5 * index,
    needs: (file: SiteFile) => file.kind === 'year' && file.year === year,
  })),
  {
    name: 'new licenses and changes of owner',
    minutesMax: 30,
    needs: ({ kind }) => kind === 'new_licenses' || kind === 'ownership_changes',
  },
  { name: 'weekly closures', minutesMax: 30, needs: ({ kind }) => kind === 'closures' },
  {
    name: 'last year’s closures and final orders',
    minutesMax: 40,
    needs: ({ kind }) => kind === 'archive' || kind === 'fines',
  },
];

/** Whether a file of the site belongs into the records: each one that a stage needs. */
export const isWanted = (file: SiteFile): boolean => STAGES.some(({ needs }) => needs(file));

/** Returns the stages that are over: nothing that they need is left. */
export function stagesOver(coverage: Coverage | undefined, facts: Facts): string[] {
  if (!coverage) return [];
  const left = notYetInUse(coverage, facts);
  return STAGES.filter(({ needs }) => !left.some(needs)).map(({ name }) => name);
}
