import { requiredDocuments } from './documents.ts';
import type { EventType, RequiredDocument } from './schemas.ts';

/** The same papers in words for the vendor who sends them (contract 2.6): who is asked is the organizer, not the vendor's insurer. */

interface Texts {
  readonly why: string;
  readonly must_show: string;
}

/** The documents of an event type, with texts that speak to the applicant. */
export function documentsForApplicant(eventType: EventType): readonly RequiredDocument[] {
  return requiredDocuments(eventType).map((document) => ({ ...document, ...textsOf(document, eventType) }));
}

function textsOf(document: RequiredDocument, eventType: EventType): Texts {
  if (document.code === 'insurance_certificate')
    return { why: INSURANCE_WHY, must_show: INSURANCE_COVER[eventType] };
  const texts = TEXTS[document.code];
  if (!texts) throw new Error(`no text for the applicant about ${document.code}`);
  return texts;
}

const INSURANCE_WHY =
  'If a guest is hurt, your insurance answers. The organizer checks that it covers every day of the event.';

const INSURANCE_COVER: Readonly<Record<EventType, string>> = {
  'food-truck-night':
    'General liability of at least $300,000, in the name on your license, and an expiry date on or after the last day of the event. Ask the organizer whether the ground needs more.',
  festival:
    'General liability of at least $1,000,000 per occurrence and $2,000,000 aggregate, in the name on your license, and an expiry date on or after the last day of the event. Ask the organizer whether to name them as additional insured; your insurer adds that.',
  'city-event':
    'General liability of at least $1,000,000 per occurrence and $2,000,000 aggregate, the city named as additional insured in the exact wording the city gives, and an expiry date on or after the last day of the event. Ask the organizer for that wording, and whether the city wants more; your insurer adds it.',
};

const TEXTS: Readonly<Record<string, Texts>> = {
  license_copy: {
    why: 'The organizer compares it with the state’s record of your license.',
    must_show:
      'The license number that you applied with, the business name, and an expiry date on or after the last day of the event.',
  },
  fire_extinguisher_tag: {
    why: 'Your crew must be able to put out a small fire before it reaches a tent or a crowd.',
    must_show:
      'A service tag dated within the last year on every extinguisher; a K-class extinguisher where you cook in grease or oil. Ask the organizer what else the local fire authority expects.',
  },
  hood_suppression_certificate: {
    why: 'A grease fire under a hood is beyond a hand extinguisher within seconds.',
    must_show:
      'The last service of your hood’s suppression system, by whom, and when the next is due, after the event. If you do not cook with grease, send a signed line that says so.',
  },
  propane_declaration: {
    why: 'The organizer and the fire authority need to know where your gas stands, and how much of it.',
    must_show:
      'Number and size of your cylinders, how they are secured, and the date of the last leak test. If you carry no propane, send a signed line that says so.',
  },
  generator_details: {
    why: 'Power, noise and fuel decide where you can stand.',
    must_show:
      'Fuel, wattage, noise if the maker states it, and where you keep spare fuel. If you bring no generator, send a signed line that says so, and the power that you need instead.',
  },
  food_manager_certificate: {
    why: 'Somebody in charge of your kitchen has been tested on keeping food safe.',
    must_show:
      'The name of a person who manages your business, the certifying body, and an expiry date on or after the last day of the event.',
  },
  employee_training_records: {
    why: 'Long days and borrowed staff are when hand washing and temperatures slip.',
    must_show: 'The name and training date of everybody who will handle food for you at the event.',
  },
  water_sewer_location: {
    why: 'Over several hours you have to fill clean water and empty waste water somewhere lawful.',
    must_show:
      'The name and address of the place, or of your commissary if you use one, and a signature or receipt from it.',
  },
  city_permit: {
    why: 'On public ground the city decides who may sell, where and for how long.',
    must_show:
      'The event’s name and date, and your business or the vendors’ area. Ask the organizer whether the event’s own permit covers you or you need one of your own.',
  },
  business_tax_receipt: {
    why: 'Cities and counties that ask for one usually have the organizer collect it.',
    must_show:
      'Your business name and a period that covers every day of the event. Ask the organizer which receipt the city accepts.',
  },
  fire_marshal_walk_through: {
    why: 'The fire marshal sees your vehicle as it really stands, before the guests do.',
    must_show:
      'Your appointment before opening; on the day, a sign-off that includes you. Ask the organizer when the fire marshal comes.',
  },
};
