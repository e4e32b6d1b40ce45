import { decideOn } from '../../../src/judgment/policy/policy.ts';
import { VERDICTS } from '../../../src/judgment/scorecard/schemas.ts';
import { parsePublishedFacts } from '../../../src/records/record/decision-facts.ts';
import type { VendorText } from '../published-state.ts';

/** The impression that a record makes, as ranks. A lower rank looks better. */
export interface Standing {
  readonly verdict: (typeof VERDICTS)[number];
  readonly verdictRank: number;
  readonly letter: string | null;
  /** True if the letter is withheld: the license is not confirmed, or the vendor is closed. */
  readonly isLetterWithheld: boolean;
  readonly isHeld: boolean;
  readonly isOnFile: boolean;
  readonly isLicenseUnknown: boolean;
}

/** Cached standings, because most records are identical in many states. */
const KNOWN = new WeakMap<VendorText, Standing>();

/** Returns the standing in a record on the record's own as-of date. */
export function standingOf(text: VendorText): Standing {
  const standing = KNOWN.get(text) ?? readStanding(text);
  KNOWN.set(text, standing);
  return standing;
}

function readStanding({ facts: body }: VendorText): Standing {
  const facts = parsePublishedFacts(body);
  const { verdict } = decideOn(facts, { today: facts.as_of });
  const { grade, grade_status, hold } = facts.evidence;
  const { status, expires_on } = facts.vendor.license;
  return {
    verdict,
    verdictRank: VERDICTS.indexOf(verdict),
    letter: grade,
    isLetterWithheld: grade_status === 'withheld' || grade_status === 'hold',
    isHeld: hold.active,
    isOnFile: status !== 'not_on_file',
    isLicenseUnknown: status === 'unknown' || expires_on === null,
  };
}

/**
 * Returns the aspects in which a published vendor looks better or worse than in the undamaged file, unless it
 * already looked like that yesterday. `truth` is undefined if only yesterday's state has the vendor, and
 * `yesterday` is undefined if only today's has it. A letter is better than none if the letter was withheld; a
 * record too short for a letter is compared by verdict. A letter that disappears counts as unknown, and so
 * does the resulting verdict REVIEW.
 */
export function compareStanding(
  published: Standing,
  truth: Standing | undefined,
  yesterday: Standing | undefined,
): { readonly better: readonly Aspect[]; readonly worse: readonly Aspect[]; readonly isLetterLost: boolean } {
  const good = truth ?? yesterday;
  if (!good) return { better: [], worse: [], isLetterLost: false };
  const isUnknown = published.letter === null && good.letter !== null;
  const isBetter = (aspect: Aspect) =>
    !(aspect === 'verdict' && isUnknown && published.verdict === 'REVIEW') &&
    differenceIn(aspect, published, good) < 0 &&
    !(yesterday && differenceIn(aspect, yesterday, published) <= 0);
  const isWorse = (aspect: Aspect) =>
    differenceIn(aspect, published, good) > 0 &&
    !(yesterday && differenceIn(aspect, yesterday, published) >= 0);
  const isLetterNew = published.letter !== null && good.isLetterWithheld && !yesterday?.letter;
  return {
    better: ASPECTS.filter((aspect) => isBetter(aspect) || (aspect === 'letter' && isLetterNew)),
    worse: ASPECTS.filter(isWorse),
    isLetterLost: isUnknown && yesterday?.letter !== null,
  };
}

const ASPECTS = ['verdict', 'letter', 'hold'] as const;
type Aspect = (typeof ASPECTS)[number];

/** Returns a negative number if the first looks better; NaN if one of the two has no letter. */
function differenceIn(aspect: Aspect, first: Standing, second: Standing): number {
  switch (aspect) {
    case 'verdict':
      return first.verdictRank - second.verdictRank;
    case 'letter':
      return rankLetter(first) - rankLetter(second);
    case 'hold':
      return Number(first.isHeld) - Number(second.isHeld);
  }
}

function rankLetter({ letter }: Standing): number {
  return letter === null ? Number.NaN : 'ABCDF'.indexOf(letter);
}
