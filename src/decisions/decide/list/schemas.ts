import { type Static, Type } from 'typebox';
import { ErrorDetail, shownAs } from '../../../http/schemas.ts';
import { DecisionResult, EVENT_TYPES } from '../schemas.ts';

/** Decisions on many vendors in one request: the request body, and a result for each vendor. */

/** The maximum number of vendors in one request. */
export const LIST_MAX = 200;
const REFERENCE_LENGTH_MAX = 100;

/**
 * Accepts strings with any content. An invalid string is reported in the result for its vendor and does not
 * affect the other vendors.
 */
export const AskedVendor = Type.Object(
  {
    license_number: Type.Optional(
      Type.String({ description: 'a string with a license number, as for one decision.' }),
    ),
    vendor_id: Type.Optional(Type.String({ description: 'a string with a vendor id, as for one decision.' })),
    reference: Type.Optional(
      Type.String({
        maxLength: REFERENCE_LENGTH_MAX,
        description: `your own name for this vendor, up to ${REFERENCE_LENGTH_MAX} characters; it comes back and is not stored.`,
      }),
    ),
  },
  { title: 'AskedVendor', additionalProperties: false, description: 'an object that names one vendor.' },
);
export type AskedVendor = Static<typeof AskedVendor>;

export const AskedList = Type.Object(
  {
    vendors: Type.Array(AskedVendor, {
      minItems: 1,
      maxItems: LIST_MAX,
      description: `1 to ${LIST_MAX} vendors, each an object with "license_number" or "vendor_id".`,
    }),
    event_type: Type.Optional(
      Type.String({
        ...shownAs({ enum: EVENT_TYPES }),
        description: 'a string with the kind of event, as for one decision.',
      }),
    ),
    event_date: Type.Optional(
      Type.String({
        ...shownAs({ format: 'date' }),
        description: 'a string with the day of the event, as for one decision.',
      }),
    ),
  },
  { title: 'AskedList', additionalProperties: false },
);

const Reference = Type.Union([Type.String(), Type.Null()], { description: 'As you sent it.' });

export const ListedDecision = Type.Object(
  {
    reference: Reference,
    decision: Type.Union([DecisionResult, Type.Null()], {
      description: 'The decision with its own receipt; null where there is an error.',
    }),
    error: Type.Union([ErrorDetail, Type.Null()]),
  },
  { title: 'ListedDecision' },
);

export const DecisionListEnvelope = Type.Object({
  data: Type.Array(ListedDecision, { description: 'One for each vendor of the request, in its order.' }),
  meta: Type.Object(
    {
      count: Type.Integer({ minimum: 1, description: 'Vendors of the request.' }),
      decided: Type.Integer({ minimum: 0, description: 'Decisions, each with a receipt.' }),
      failed: Type.Integer({ minimum: 0, description: 'Vendors with an error instead.' }),
    },
    { title: 'DecisionListMeta' },
  ),
  error: Type.Null(),
});
