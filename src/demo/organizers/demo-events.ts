import type { EventType } from '../../decisions/decide/schemas.ts';
import type {
  ApplicationOutcome,
  ApplicationStatus,
  DepositStatus,
} from '../../organizer/applications/schemas.ts';
import type { Question } from '../../organizer/events/schemas.ts';

/** A demo event. Its days are counted from today, so that there is always a past event and a future event. */
export interface DemoEvent {
  readonly organizer: 0 | 1;
  readonly name: string;
  readonly description: string;
  readonly event_type: EventType;
  readonly status: 'Draft' | 'Published' | 'Completed' | 'Cancelled';
  readonly inDays: number;
  /** The local start time, `HH:MM`, and the duration. */
  readonly at: string;
  readonly hours: number;
  readonly timezone: 'America/New_York' | 'America/Chicago';
  readonly venue_name: string;
  readonly city: string;
  readonly county: string;
  readonly capacity: number | null;
  readonly deposit_cents: number | null;
  /**
   * The number of days from today until applications open. If undefined, they open when the event is
   * published.
   */
  readonly opensInDays?: number;
  readonly questions: readonly Question[];
  readonly applications: readonly DemoApplication[];
}

export interface DemoApplication {
  readonly license: string;
  readonly business: string;
  readonly status: ApplicationStatus;
  readonly deposit?: DepositStatus;
  readonly outcome?: ApplicationOutcome;
  /** The organizer's message that accompanied the last decision. */
  readonly message?: string;
}

const QUESTIONS: readonly Question[] = [
  question('setup', 'What should we know about your setup?', 'long_text', true),
  question('length', 'Length of your truck in feet', 'number', true),
  question('power', 'Where does your power come from?', 'choice', true, [
    'Own generator',
    'Plug at the venue',
    'None needed',
  ]),
  question('propane', 'Do you cook with propane?', 'yes_no', true),
  question('diets', 'What do you offer?', 'several_choices', false, [
    'Vegetarian',
    'Vegan',
    'Gluten-free',
    'Halal',
    'Kosher',
  ]),
  question('insured', 'Until when is your insurance valid?', 'date', false),
  question('social', 'Web page or social media', 'text', false),
];

/** Generic answers to {@link QUESTIONS}. */
export const ANSWERS: Readonly<Record<string, string | number | boolean | readonly string[] | null>> = {
  setup: 'A made-up window on the curb side, nothing that exists.',
  length: 22,
  power: 'Own generator',
  propane: true,
  diets: ['Vegetarian', 'Gluten-free'],
  insured: null,
  social: null,
};

const PLACE = {
  venue_name: 'Pretend Park',
  city: 'Gainesville',
  county: 'Alachua',
  timezone: 'America/New_York',
} as const;
const COAST = {
  venue_name: 'Storybook Pier',
  city: 'Pensacola',
  county: 'Escambia',
  timezone: 'America/Chicago',
} as const;
const NOTHING = { capacity: null, deposit_cents: null, questions: [], applications: [] } as const;

export const DEMO_EVENTS: readonly DemoEvent[] = [
  {
    ...PLACE,
    organizer: 0,
    name: 'Spring of Nowhere Festival',
    description:
      'Music, a lake that is not there, and twelve places for food trucks.\n\nSet-up from 2 p.m.; water on site.',
    event_type: 'festival',
    status: 'Published',
    inDays: 45,
    at: '16:00',
    hours: 6,
    capacity: 12,
    deposit_cents: 7_500,
    questions: QUESTIONS,
    applications: [
      {
        license: 'MFD5890001',
        business: 'Pretend Pelican Tacos',
        status: 'confirmed',
        deposit: 'paid',
        message: 'Welcome back! Your place is number 3, by the oak.',
      },
      {
        license: 'mfd-589 0002',
        business: 'Imaginary Iguana BBQ',
        status: 'approved',
        message: 'Please confirm until the end of the month.',
      },
      { license: '5890003', business: 'Fabled Flamingo Arepas', status: 'under_review' },
      { license: 'MFD5890004', business: 'Mythical Manatee Wings', status: 'submitted' },
      {
        license: 'MFD5890005',
        business: 'Unlikely Unicorn Churros',
        status: 'declined',
        deposit: 'refunded',
        message: 'We cannot take you this year.',
      },
      { license: 'MFD5890007', business: 'Notional Narwhal Sushi', status: 'submitted' },
      {
        license: 'MFD5890011',
        business: 'Dreamt-Up Dragon Dumplings',
        status: 'waitlisted',
        message: 'Please renew your license first.',
      },
      { license: 'MFD5890016', business: 'Invented Ibis Ice Cream', status: 'submitted' },
      { license: 'HTD5890021', business: 'Fanciful Firefly Franks', status: 'approved', deposit: 'waived' },
      {
        license: 'CAT5890022',
        business: 'Whimsical Wombat Catering',
        status: 'withdrawn',
        deposit: 'refund_pending',
      },
      { license: 'MFD5899999', business: 'Truck of No Record', status: 'submitted', deposit: 'failed' },
      { license: 'CAT5890023', business: 'Tall-Tale Toucan Catering', status: 'under_review' },
    ],
  },
  {
    ...PLACE,
    ...NOTHING,
    organizer: 0,
    name: 'Lakeside Lunch (full)',
    description: 'Two trucks at noon.',
    event_type: 'food-truck-night',
    status: 'Published',
    inDays: 20,
    at: '11:30',
    hours: 3,
    capacity: 2,
    applications: [
      { license: 'MFD5890001', business: 'Pretend Pelican Tacos', status: 'confirmed' },
      { license: 'MFD5890018', business: 'Storybook Spoonbill Sliders', status: 'approved' },
      { license: 'MFD5890019', business: 'Legendary Lemur Lemonade', status: 'waitlisted' },
    ],
  },
  {
    ...PLACE,
    ...NOTHING,
    organizer: 0,
    name: 'City Day',
    description: 'Applications open next month.',
    event_type: 'city-event',
    status: 'Published',
    inDays: 120,
    at: '10:00',
    hours: 8,
    capacity: 30,
    deposit_cents: 15_000,
    opensInDays: 30,
    questions: QUESTIONS.slice(0, 4),
  },
  {
    ...PLACE,
    ...NOTHING,
    organizer: 0,
    name: 'Autumn Market',
    description: '',
    event_type: 'festival',
    status: 'Draft',
    inDays: 200,
    at: '09:00',
    hours: 7,
  },
  {
    ...PLACE,
    ...NOTHING,
    organizer: 0,
    name: 'Founders’ Picnic',
    description: 'Thank you for coming.',
    event_type: 'city-event',
    status: 'Completed',
    inDays: -30,
    at: '12:00',
    hours: 5,
    deposit_cents: 5_000,
    applications: [
      {
        license: 'MFD5890001',
        business: 'Pretend Pelican Tacos',
        status: 'confirmed',
        deposit: 'refunded',
        outcome: 'attended',
      },
      {
        license: 'MFD5890002',
        business: 'Imaginary Iguana BBQ',
        status: 'confirmed',
        deposit: 'refunded',
        outcome: 'late',
      },
      {
        license: 'MFD5890003',
        business: 'Fabled Flamingo Arepas',
        status: 'confirmed',
        deposit: 'partially_refunded',
        outcome: 'left_early',
      },
      {
        license: 'MFD5890019',
        business: 'Legendary Lemur Lemonade',
        status: 'approved',
        deposit: 'forfeited',
        outcome: 'no_show',
      },
      {
        license: 'CAT5890022',
        business: 'Whimsical Wombat Catering',
        status: 'withdrawn',
        deposit: 'forfeited',
        outcome: 'cancelled_by_vendor',
      },
      {
        license: 'HTD5890021',
        business: 'Fanciful Firefly Franks',
        status: 'cancelled',
        deposit: 'refunded',
        outcome: 'cancelled_by_organizer',
      },
    ],
  },
  {
    ...PLACE,
    ...NOTHING,
    organizer: 0,
    name: 'Rained-Out Rally',
    description: 'Cancelled because of weather.',
    event_type: 'food-truck-night',
    status: 'Cancelled',
    inDays: 8,
    at: '17:00',
    hours: 4,
    applications: [
      { license: 'MFD5890001', business: 'Pretend Pelican Tacos', status: 'cancelled' },
      { license: 'MFD5890002', business: 'Imaginary Iguana BBQ', status: 'cancelled' },
    ],
  },
  {
    ...COAST,
    ...NOTHING,
    organizer: 1,
    name: 'Gulf Truck Night',
    description: 'Every other Friday, six trucks, string lights.',
    event_type: 'food-truck-night',
    status: 'Published',
    inDays: 12,
    at: '17:30',
    hours: 4,
    capacity: 6,
    questions: QUESTIONS.slice(0, 3),
    applications: [
      { license: 'MFD5890001', business: 'Pretend Pelican Tacos', status: 'submitted' },
      { license: 'MFD5890006', business: 'Daydream Dolphin Poke', status: 'submitted' },
      { license: 'MFD5890020', business: 'Hypothetical Heron Hummus House', status: 'confirmed' },
    ],
  },
  ...[14, 28].map(
    (ago): DemoEvent => ({
      ...COAST,
      ...NOTHING,
      organizer: 1,
      name: `Gulf Truck Night, ${ago / 7} weeks ago`,
      description: '',
      event_type: 'food-truck-night',
      status: 'Completed',
      inDays: -ago,
      at: '17:30',
      hours: 4,
      capacity: 6,
      applications: [
        {
          license: 'MFD5890001',
          business: 'Pretend Pelican Tacos',
          status: 'confirmed',
          outcome: 'attended',
        },
        {
          license: 'MFD5890019',
          business: 'Legendary Lemur Lemonade',
          status: 'confirmed',
          outcome: ago === 14 ? 'no_show' : 'attended',
        },
        {
          license: 'MFD5890006',
          business: 'Daydream Dolphin Poke',
          status: 'confirmed',
          outcome: 'attended',
        },
      ],
    }),
  ),
];

function question(
  id: string,
  label: string,
  type: Question['type'],
  required: boolean,
  options: string[] = [],
): Question {
  return { id, label, type, required, options };
}
