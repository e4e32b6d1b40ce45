import type { Coverage } from '../../src/intake/coverage/schemas.ts';
import { DISTRICTS } from './site/register.ts';
import type { SiteFile } from './site/site-files.ts';
import { FINISHED_YEARS } from './site/world.ts';
import { type Facts, notYetInUse } from './truth.ts';

/** The files that must be in use for each stage of the first day to be complete. Pure. */
interface Stage {
  readonly name: string;
  /** The number of minutes that the stage may take at full size. */
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

/** Returns true if a file on the site must be imported, because a stage needs it. */
export const isWanted = (file: SiteFile): boolean => STAGES.some(({ needs }) => needs(file));

/** Returns the completed stages. A stage is complete when all of its files are in use. */
export function stagesOver(coverage: Coverage | undefined, facts: Facts): string[] {
  if (!coverage) return [];
  const left = notYetInUse(coverage, facts);
  return STAGES.filter(({ needs }) => !left.some(needs)).map(({ name }) => name);
}
