import type { StandingKind } from '../demo-standing.ts';
import type { DemoInspectionType } from '../demo-vendor.ts';
import * as chains from '../visit-chains.ts';

/**
 * License numbers with a scripted history, one for every state that a caller of the service can encounter.
 * Days are counted back from the demo's as-of day, so a state never becomes outdated.
 */
export interface ReservedCase {
  readonly daysAgo: number;
  readonly type: DemoInspectionType;
  /** The counts at the first visit. Callbacks repeat some of them, but only if they end in "not complied". */
  readonly high: number;
  readonly intermediate: number;
  readonly basic: number;
  /** The dispositions, one for each visit. */
  readonly dispositions: readonly string[];
  /** The number of days from each visit to the next: 14 by default, or 1 after an emergency order. */
  readonly gapDays?: readonly number[];
}

export interface ReservedLicense {
  /** The number with its letters, as the regulator prints it. */
  readonly license_number: string;
  readonly name: string;
  /** A stable name for the state. Only the ambiguous pair shares one. */
  readonly state: string;
  readonly description: string;
  /** The rows in the license file, oldest owner first; empty if the license is not on file. */
  readonly standings: readonly StandingKind[];
  /** The cases in any order. */
  readonly cases: readonly ReservedCase[];
  /** The day on which the owner changed. Inspections before this day have another License ID. */
  readonly ownerChangedDaysAgo?: number;
  /**
   * The name at inspections before the given day. The License ID is the same unless the owner changed on that
   * day.
   */
  readonly formerName?: { readonly name: string; readonly untilDaysAgo: number };
}

type Counts = readonly [high: number, intermediate: number, basic: number];

const CURRENT: readonly StandingKind[] = ['current'];
const WARNED = [chains.WARNING, chains.COMPLIED];
const COMPLAINED = [chains.COMPLAINT, chains.COMPLAINT_COMPLIED];

/** A clean record that gives no reason for any verdict but CLEAR. */
const GOOD_RECORD: readonly ReservedCase[] = [
  licensing(880),
  routine(700, [0, 0, 1]),
  routine(480, [0, 0, 0]),
  routine(260, [0, 0, 1]),
  routine(70, [0, 0, 0]),
];

export const RESERVED_LICENSES: readonly ReservedLicense[] = [
  {
    license_number: 'MFD5890001',
    name: 'PRETEND PELICAN TACOS',
    state: 'grade-a',
    description: 'A spotless food truck: five inspections in thirty months, hardly a basic violation.',
    standings: CURRENT,
    cases: GOOD_RECORD,
  },
  {
    license_number: 'MFD5890002',
    name: 'IMAGINARY IGUANA BBQ',
    state: 'grade-b',
    description: 'A good food truck: now and then a minor violation, no follow-up needed.',
    standings: CURRENT,
    cases: [
      licensing(890),
      routine(710, [0, 2, 2]),
      routine(500, [0, 1, 2]),
      routine(290, [0, 2, 2]),
      routine(80, [0, 2, 1]),
    ],
  },
  {
    license_number: 'MFD5890003',
    name: 'FABLED FLAMINGO AREPAS',
    state: 'grade-c',
    description: 'An average food truck: some violations at every inspection and one warning, complied with.',
    standings: CURRENT,
    cases: [
      licensing(870, [0, 1, 1]),
      routine(690, [1, 1, 2]),
      routine(470, [0, 3, 2], WARNED),
      routine(270, [1, 1, 1]),
      routine(75, [0, 3, 2]),
    ],
  },
  {
    license_number: 'MFD5890004',
    name: 'MYTHICAL MANATEE WINGS',
    state: 'grade-d',
    description: 'A poor food truck: high-priority violations and warnings at most inspections.',
    standings: CURRENT,
    cases: [
      routine(885, [1, 2, 2], WARNED),
      routine(690, [2, 1, 1]),
      routine(480, [1, 2, 3], WARNED),
      routine(250, [1, 3, 2], WARNED),
      routine(85, [1, 2, 2], WARNED),
    ],
  },
  {
    license_number: 'MFD5890005',
    name: 'UNLIKELY UNICORN CHURROS',
    state: 'grade-f',
    description: 'A terrible record: complaints filed and, more than half a year ago, an emergency closure.',
    standings: CURRENT,
    cases: [
      routine(860, [2, 2, 2], COMPLAINED),
      routine(640, [2, 2, 3], COMPLAINED),
      routine(
        420,
        [3, 2, 3],
        [chains.EMERGENCY, chains.EMERGENCY_COMPLIED, chains.COMPLAINT_COMPLIED],
        [1, 70],
      ),
      complaint(230, [2, 2, 2], COMPLAINED),
      routine(100, [2, 3, 2], WARNED),
    ],
  },
  {
    license_number: 'MFD5890006',
    name: 'DAYDREAM DOLPHIN POKE',
    state: 'b-high-priority-last',
    description: 'A good record, but a high-priority violation at the last inspection.',
    standings: CURRENT,
    cases: [
      licensing(880),
      routine(700, [0, 1, 1]),
      routine(490, [0, 1, 1]),
      routine(280, [0, 2, 1]),
      routine(45, [1, 0, 1]),
    ],
  },
  {
    license_number: 'MFD5890007',
    name: 'NOTIONAL NARWHAL SUSHI',
    state: 'emergency-hold',
    description: 'Closed by an emergency order five days ago; the callback found it not corrected.',
    standings: CURRENT,
    cases: [...GOOD_RECORD, routine(5, [3, 2, 2], [chains.EMERGENCY, chains.EMERGENCY_NOT_COMPLIED])],
  },
  {
    license_number: 'MFD5890008',
    name: 'PHANTASMAL PHOENIX KEBABS',
    state: 'admin-determination-hold',
    description: 'Found operating without a license: an administrative determination was recommended.',
    standings: CURRENT,
    cases: [...GOOD_RECORD, complaint(20, [1, 0, 1], [chains.DETERMINATION])],
  },
  {
    license_number: 'MFD5890009',
    name: 'ENCHANTED EGRET EMPANADAS',
    state: 'recent-emergency-reopened',
    description: 'Closed by an emergency order forty days ago and reopened the next day.',
    standings: CURRENT,
    cases: [...GOOD_RECORD, routine(40, [3, 1, 2], [chains.EMERGENCY, chains.EMERGENCY_COMPLIED])],
  },
  {
    license_number: 'MFD5890010',
    name: 'ALLEGED ALPACA CHEESESTEAKS',
    state: 'open-admin-complaint',
    description: 'An administrative complaint was recommended thirty days ago and is still open.',
    standings: CURRENT,
    cases: [...GOOD_RECORD, routine(30, [2, 2, 1], [chains.COMPLAINT])],
  },
  {
    license_number: 'MFD5890011',
    name: 'DREAMT-UP DRAGON DUMPLINGS',
    state: 'delinquent',
    description: 'A good record, but the license was not renewed when it last expired.',
    standings: ['delinquent'],
    cases: GOOD_RECORD,
  },
  {
    license_number: 'MFD5890012',
    name: 'THEORETICAL TURTLE TAMALES',
    state: 'transfer-pending',
    description: 'A good record; secondary status 18, seen where a change of owner is pending.',
    standings: ['transfer'],
    cases: GOOD_RECORD,
  },
  {
    license_number: 'MFD5890013',
    name: 'ONEIRIC OTTER OYSTERS',
    state: 'relinquished',
    description: 'The holder gave the license up (primary status 46).',
    standings: ['relinquished'],
    cases: GOOD_RECORD,
  },
  {
    license_number: 'MFD5890014',
    name: 'SUPPOSED STARFISH SAMOSAS',
    state: 'superseded',
    description: 'Only the previous owner is on file (status 45/45), without a successor.',
    standings: ['superseded'],
    cases: GOOD_RECORD,
  },
  {
    license_number: 'MFD5890015',
    name: 'NONEXISTENT NEWT NOODLES',
    state: 'not-on-file',
    description: 'Inspected in the past, but in no license file.',
    standings: [],
    cases: GOOD_RECORD,
  },
  {
    license_number: 'MFD5890016',
    name: 'INVENTED IBIS ICE CREAM',
    state: 'insufficient-record',
    description: 'Licensed two months ago; only the opening inspection so far.',
    standings: CURRENT,
    cases: [licensing(60)],
  },
  {
    license_number: 'MFD5890017',
    name: 'WISHFUL WALRUS WAFFLES',
    state: 'never-inspected',
    description: 'Licensed, but never inspected yet.',
    standings: CURRENT,
    cases: [],
  },
  {
    license_number: 'MFD5890018',
    name: 'STORYBOOK SPOONBILL SLIDERS',
    state: 'prior-owner',
    description:
      'Three clean inspections of the present owner; the bad ones before belong to the previous owner.',
    standings: CURRENT,
    ownerChangedDaysAgo: 300,
    formerName: { name: 'FAUX FALCON SLIDERS', untilDaysAgo: 300 },
    cases: [
      routine(820, [3, 3, 3], COMPLAINED),
      routine(600, [3, 2, 4], WARNED),
      routine(390, [4, 3, 3], WARNED),
      licensing(300),
      routine(190, [0, 0, 0]),
      routine(50, [0, 0, 0]),
    ],
  },
  {
    license_number: 'MFD5890019',
    name: 'LEGENDARY LEMUR LEMONADE',
    state: 'renamed',
    description: 'The same owner under a new name since two hundred days.',
    standings: CURRENT,
    formerName: { name: 'QUIXOTIC QUETZAL LEMONADE', untilDaysAgo: 200 },
    cases: GOOD_RECORD,
  },
  {
    license_number: 'MFD5890020',
    name: 'HYPOTHETICAL HERON HUMMUS HOUSE',
    state: 'unknown-disposition',
    description: 'The last visit is only "Assigned to Inspector": its result is unknown.',
    standings: CURRENT,
    cases: [...GOOD_RECORD, routine(10, [0, 0, 0], [chains.ASSIGNED])],
  },
  {
    license_number: 'HTD5890021',
    name: 'FANCIFUL FIREFLY FRANKS',
    state: 'hot-dog-cart',
    description: 'A hot dog cart with a good record.',
    standings: CURRENT,
    cases: GOOD_RECORD,
  },
  {
    license_number: 'CAT5890022',
    name: 'WHIMSICAL WOMBAT CATERING',
    state: 'caterer',
    description: 'A caterer with a good record.',
    standings: CURRENT,
    cases: GOOD_RECORD,
  },
  {
    license_number: 'MFD5890023',
    name: 'APOCRYPHAL ANHINGA CAFÉ',
    state: 'ambiguous',
    description: 'Its seven digits are also those of a caterer: asked for by digits alone, there are two.',
    standings: CURRENT,
    cases: GOOD_RECORD,
  },
  {
    license_number: 'CAT5890023',
    name: 'TALL-TALE TOUCAN CATERING',
    state: 'ambiguous',
    description: 'The caterer of the ambiguous pair.',
    standings: CURRENT,
    cases: GOOD_RECORD,
  },
];

function routine(
  daysAgo: number,
  [high, intermediate, basic]: Counts,
  dispositions: readonly string[] = [chains.COMPLETED],
  gapDays?: readonly number[],
): ReservedCase {
  const one: ReservedCase = { daysAgo, type: 'Routine - Food', high, intermediate, basic, dispositions };
  return gapDays === undefined ? one : { ...one, gapDays };
}

function licensing(daysAgo: number, counts: Counts = [0, 0, 0]): ReservedCase {
  return { ...routine(daysAgo, counts), type: 'Food-Licensing Inspection' };
}

function complaint(daysAgo: number, counts: Counts, dispositions: readonly string[]): ReservedCase {
  return { ...routine(daysAgo, counts, dispositions), type: 'Complaint Full' };
}
