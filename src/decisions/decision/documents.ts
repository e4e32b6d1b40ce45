import { REGULATOR } from '../../registry/sources/regulator.ts';
import type { EventType, RequiredDocument } from './schemas.ts';

/**
 * The papers an organizer collects (contract 2.6). A bigger event requires everything a smaller one does, and more. They
 * reflect what organizers, insurers and cities usually ask for, not legal advice.
 */

export const EVENT_TYPE_NAMES: Readonly<Record<EventType, string>> = {
  'food-truck-night': 'Food truck night',
  festival: 'Festival',
  'city-event': 'City event',
};

/** The documents in their usual order; the same list for the same event type. */
export function requiredDocuments(eventType: EventType): readonly RequiredDocument[] {
  return DOCUMENTS[eventType];
}

const INSURANCE_COVER: Readonly<Record<EventType, string>> = {
  'food-truck-night':
    'General liability of at least $300,000, in the name on the license, not expired on the event date. Ask your own insurer whether that is enough for your ground.',
  festival:
    'General liability of at least $1,000,000 per occurrence and $2,000,000 aggregate, in the name on the license, not expired on the event date. Ask your insurer whether you should be named as additional insured.',
  'city-event':
    'General liability of at least $1,000,000 per occurrence and $2,000,000 aggregate, the city named as additional insured in the exact wording the city gives, not expired on the event date. Ask the city for that wording, and whether it wants more.',
};

const LICENSE_COPY: RequiredDocument = {
  code: 'license_copy',
  name: 'Copy of the state license',
  why: 'It ties the vehicle or kitchen that arrives to the record that was checked.',
  must_show:
    'The license number that was checked, the business name, and an expiry date on or after the event date.',
  resource_url: REGULATOR.pages.mobile.url,
};

const AFTER_INSURANCE: readonly RequiredDocument[] = [
  {
    code: 'fire_extinguisher_tag',
    name: 'Fire-extinguisher service tag',
    why: 'The crew must be able to put out a small fire before it reaches a tent or a crowd.',
    must_show:
      'A service tag dated within the last year on every extinguisher; a K-class extinguisher where anything is cooked in grease or oil. Ask the local fire authority what else it expects.',
    resource_url: null,
  },
  {
    code: 'hood_suppression_certificate',
    name: 'Hood-suppression certificate',
    why: 'A grease fire under a hood is beyond a hand extinguisher within seconds.',
    must_show:
      'The last service of the hood’s suppression system, by whom, and when the next is due, after the event date. Only where there is cooking with grease; otherwise a signed line that there is none.',
    resource_url: null,
  },
  {
    code: 'propane_declaration',
    name: 'Propane declaration',
    why: 'You and the fire authority need to know where gas stands, and how much of it.',
    must_show:
      'Number and size of cylinders, how they are secured, and the date of the last leak test; or a signed line that no propane is carried.',
    resource_url: null,
  },
  {
    code: 'generator_details',
    name: 'Generator details',
    why: 'Power, noise and fuel decide where a vendor can stand.',
    must_show:
      'Fuel, wattage, noise if the maker states it, and where spare fuel is kept; or a signed line that no generator is brought, and the power that is needed instead.',
    resource_url: null,
  },
  {
    code: 'food_manager_certificate',
    name: 'Certified-food-manager certificate',
    why: 'Somebody in charge has been tested on keeping food safe.',
    must_show:
      'The name of a person who manages this business, the certifying body, and an expiry date on or after the event date.',
    resource_url: REGULATOR.pages.foodManager.url,
  },
];

const FESTIVAL_EXTRAS: readonly RequiredDocument[] = [
  {
    code: 'employee_training_records',
    name: 'Food-employee training records',
    why: 'Long days and borrowed staff are when hand washing and temperatures slip.',
    must_show: 'The name and training date of everybody who will handle food at the event.',
    resource_url: REGULATOR.pages.training.url,
  },
  {
    code: 'water_sewer_location',
    name: 'Water and waste-water location',
    why: 'Over several hours a vendor has to fill clean water and empty waste water somewhere lawful.',
    must_show:
      'The name and address of the place, or of the commissary where one is used, and a signature or receipt from it.',
    resource_url: REGULATOR.pages.mobile.url,
  },
];

const CITY_EXTRAS: readonly RequiredDocument[] = [
  {
    code: 'city_permit',
    name: 'City permit',
    why: 'On public ground the city decides who may sell, where and for how long.',
    must_show:
      'This event’s name and date, and this vendor or the vendors’ area. Ask the city whether your event’s permit covers vendors or each needs its own approval.',
    resource_url: null,
  },
  {
    code: 'business_tax_receipt',
    name: 'Local business tax receipt',
    why: 'Cities and counties that ask for one usually ask the organizer to collect it.',
    must_show:
      'The business name and a period that covers the event date. Ask the city which receipt it accepts, and from whom it asks none.',
    resource_url: null,
  },
  {
    code: 'fire_marshal_walk_through',
    name: 'Fire-marshal walk-through',
    why: 'The fire marshal sees the vehicles as they really stand, before the guests do.',
    must_show:
      'An appointment before opening, and on the day a sign-off that includes this vendor. Ask the fire marshal how early to book.',
    resource_url: null,
  },
];

const DOCUMENTS: Readonly<Record<EventType, readonly RequiredDocument[]>> = {
  'food-truck-night': basics('food-truck-night'),
  festival: [...basics('festival'), ...FESTIVAL_EXTRAS],
  'city-event': [...basics('city-event'), ...FESTIVAL_EXTRAS, ...CITY_EXTRAS],
};

function basics(eventType: EventType): readonly RequiredDocument[] {
  return [LICENSE_COPY, insurance(eventType), ...AFTER_INSURANCE];
}

function insurance(eventType: EventType): RequiredDocument {
  return {
    code: 'insurance_certificate',
    name: 'Certificate of insurance',
    why: 'If a guest is hurt, it is the vendor’s insurer that answers, not you alone.',
    must_show: INSURANCE_COVER[eventType],
    resource_url: null,
  };
}
