import type { Static } from 'typebox';
import type { Inspection, Scorecard } from '../../src/judgment/scorecard/schemas.ts';
import { servedTexts } from './harm/personal.ts';
import type { PublishedState, VendorText } from './published-state.ts';

type Visit = Static<typeof Inspection>;

/**
 * A published record, split into the parts to compare: the content of the files, and everything derived from
 * it.
 */
export interface Card {
  readonly license: Static<typeof Scorecard>['license'];
  /** The name, former name and location. */
  readonly identity: Readonly<Record<string, string | number | null>>;
  readonly visits: ReadonlyMap<number, Visit>;
  /**
   * Grade, hold, yearly counts and everything else derived from licenses, visits, closures and applications.
   */
  readonly derived: string;
  /** True if the vendor's inspections do not name a business. */
  readonly isNameLost: boolean;
  /** Every text that is served. The facts for a decision do not contain any others. */
  readonly texts: ReadonlySet<string>;
}

/** Cached cards, because most records are identical in many states. */
const PARSED = new WeakMap<VendorText, Card>();

/** The records of a state, each parsed on first use. */
export class Cards {
  readonly state: PublishedState;

  constructor(state: PublishedState) {
    this.state = state;
  }

  find(vendor: string): Card | undefined {
    const text = this.state.vendors.get(vendor);
    if (!text) return undefined;
    const card = PARSED.get(text) ?? toCard(text.scorecard);
    PARSED.set(text, card);
    return card;
  }
}

function toCard(text: string): Card {
  const scorecard = parseScorecard(text);
  const { license, name, aka, location, inspections } = scorecard;
  const { grade, grade_status, service_score, risk_tier, hold, rollup_12m, last_disposition, trend } =
    scorecard;
  const owners = inspections.map(({ visit_id, prior_owner }) => [visit_id, prior_owner]);
  return {
    isNameLost: / names? no business/.test(scorecard.uncertain_record?.text ?? ''),
    texts: servedTexts(scorecard),
    license,
    identity: { name, aka, ...location },
    visits: new Map(inspections.map((visit) => [visit.visit_id, visit])),
    derived: JSON.stringify([
      license.confirmed,
      grade,
      grade_status,
      service_score,
      risk_tier,
      hold,
      rollup_12m,
      last_disposition,
      trend,
      owners,
    ]),
  };
}

/** Parses a scorecard. The type is known, because the publication wrote the text. */
function parseScorecard(text: string) {
  return JSON.parse(text) as Static<typeof Scorecard>;
}
