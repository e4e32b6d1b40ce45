import { type Static, Type } from 'typebox';

/**
 * The claims of a receipt (contract 2.7), as signed. Fields added later are optional, so that earlier
 * receipts remain valid.
 */
export const RECEIPT_TYPE = 'vendor-decision-receipt';
/** The maximum length of a receipt that we verify, in characters. */
export const RECEIPT_LENGTH_MAX = 8_192;

const NullableText = Type.Union([Type.String(), Type.Null()]);

export const Claims = Type.Object(
  {
    typ: Type.Literal(RECEIPT_TYPE),
    iss: Type.String({ description: 'Address of the service that issued it.' }),
    jti: Type.String({ format: 'uuid', description: 'Its own number, a UUID.' }),
    iat: Type.Integer({ description: 'Seconds since 1970 when it was issued.' }),
    vendor_id: Type.String(),
    license_type: Type.String(),
    license_digits: Type.String(),
    name: Type.String(),
    license_expires_on: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'The license’s last day on record; absent in receipts issued before it was signed.',
      }),
    ),
    event_type: Type.String(),
    event_date: Type.Optional(
      Type.String({ description: 'The day of the event; receipts of policy p1 have none.' }),
    ),
    event_last_date: Type.Optional(Type.String({ description: 'The last day of an event of several days.' })),
    verdict: Type.String(),
    reason_codes: Type.Array(Type.String()),
    reasons: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'The sentences of `reason_codes`, in their order; absent in receipts issued before they were signed, and where they are too long.',
      }),
    ),
    grade: NullableText,
    grade_status: Type.String(),
    policy_version: Type.String(),
    score_version: Type.String(),
    as_of: Type.String(),
    data_as_of: Type.String(),
    record_sha256: Type.String({
      description: 'SHA-256 of the vendor’s published record that was decided on.',
    }),
    fictional: Type.Boolean({ description: 'True for demo data.' }),
  },
  { title: 'ReceiptClaims', additionalProperties: false },
);
export type Claims = Static<typeof Claims>;
/** The claims that a receipt is issued for. The service adds the issuer, time and number. */
export type ClaimsToSign = Omit<Claims, 'typ' | 'iss' | 'jti' | 'iat'>;

export type InvalidReason = 'malformed' | 'signature_mismatch' | 'unknown_key' | 'key_compromised';

export type Verification =
  | { readonly valid: true; readonly claims: Claims; readonly keyId: string }
  | {
      readonly valid: false;
      readonly reason: 'key_compromised';
      readonly claims: Claims;
      /**
       * ISO 8601. Receipts that were in the public log before this instant cannot be
       * forgeries.
       */
      readonly compromisedAt: string;
    }
  | {
      readonly valid: false;
      readonly reason: Exclude<InvalidReason, 'key_compromised'>;
      readonly claims: null;
    };

const CurrentStanding = Type.Union(
  [
    Type.Object(
      {
        verdict: Type.String(),
        grade: NullableText,
        grade_status: Type.String(),
        changed: Type.Boolean({ description: 'True if the verdict or the grade would differ today.' }),
      },
      { title: 'CurrentStanding' },
    ),
    Type.Null(),
  ],
  {
    description:
      'What would be decided today: for the days of the event that are not over or, when all are, for an event today. Null without a valid receipt or when the vendor is not on record.',
  },
);

const LogEntry = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Which entry of the log it is; the first one is 0.' }),
    logged_at: Type.String({
      format: 'date-time',
      description: 'When the first checkpoint that has it was signed.',
    }),
    proof: Type.String({
      description:
        'That it is in the log, as c2sp.org/tlog-proof has it: keep it with the receipt, and `vendor-compliance verify --proof` checks both offline.',
    }),
  },
  { title: 'LogEntry' },
);

/** The response to a verification request, with status 200 for any well-formed request. */
export const VerificationOutcome = Type.Object(
  {
    valid: Type.Boolean(),
    reason: Type.Unsafe<InvalidReason | null>({
      anyOf: [
        {
          type: 'string',
          enum: ['malformed', 'signature_mismatch', 'unknown_key', 'key_compromised'],
          title: 'InvalidReason',
        },
        { type: 'null' },
      ],
    }),
    receipt: Type.Union([Claims, Type.Null()], {
      description: 'What it says; null unless its signatures hold.',
    }),
    issued: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'True if this service has a record of issuing it; null if that is unknown.',
    }),
    checked_at: Type.String({ format: 'date-time' }),
    log: Type.Union([LogEntry, Type.Null()], {
      description:
        'The entry of the receipt in the public log; null until it is there, which takes at most a minute, and for receipts that were not issued here.',
    }),
    current: CurrentStanding,
  },
  { title: 'Verification' },
);
export type VerificationOutcome = Static<typeof VerificationOutcome>;

/** A receipt's public data, for anyone who has its short number. */
export const ReceiptOnFile = Type.Object(
  {
    receipt_number: Type.String(),
    receipt_url: Type.String({ format: 'uri' }),
    vendor_id: Type.String(),
    event_type: Type.String(),
    verdict: Type.String(),
    issued_at: Type.String({ format: 'date-time' }),
    record_sha256: Type.String({
      description: 'SHA-256 of the vendor’s published record that was decided on.',
    }),
    receipt: NullableText,
    verification: Type.Union([VerificationOutcome, Type.Null()], {
      description:
        'What verifying the receipt found; null together with `receipt`, which was not kept before receipts had numbers.',
    }),
    current: CurrentStanding,
  },
  { title: 'ReceiptOnFile' },
);
export type ReceiptOnFile = Static<typeof ReceiptOnFile>;
