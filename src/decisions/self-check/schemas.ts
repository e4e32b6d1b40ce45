import { type Static, Type } from 'typebox';
import { Grade, GradeStatus } from '../../registry/vendors/schemas.ts';
import { DecidedVendor } from '../decision/schemas.ts';
import { CURRENCY, PRICE_CENTS } from './monitoring-offer.ts';

/** The self-check (contract 2.8): what limits the grade and what to do about it. No field for a score. */

const Severity = Type.Unsafe<'blocking' | 'serious' | 'caution' | 'info'>({
  type: 'string',
  enum: ['blocking', 'serious', 'caution', 'info'],
});

export const Factor = Type.Object({
  code: Type.String({ description: 'Stable.' }),
  severity: Severity,
  issue: Type.String(),
  corrective_action: Type.String(),
  resource: Type.Object({ title: Type.String(), url: Type.String({ format: 'uri' }) }),
  evidence: Type.String({ description: 'What on the record says so.' }),
});

export const SelfCheck = Type.Object({
  vendor: DecidedVendor,
  grade: Grade,
  grade_status: GradeStatus,
  limiting_factors: Type.Array(Factor, {
    description: 'Most severe first; an active hold is always the first.',
  }),
  strengths: Type.Array(Type.Object({ code: Type.String(), text: Type.String() })),
  claim_url: Type.String({
    format: 'uri',
    description: 'The page where claiming this license begins, signed in or not.',
  }),
  monitoring: Type.Object({
    available: Type.Boolean(),
    price_cents: Type.Literal(PRICE_CENTS),
    currency: Type.Literal(CURRENCY),
    interval: Type.Literal('month'),
    description: Type.String(),
    checkout_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
  }),
  as_of: Type.String({ format: 'date' }),
  data_as_of: Type.String({ format: 'date' }),
  fictional: Type.Boolean(),
});

export type Factor = Static<typeof Factor>;
export type SelfCheck = Static<typeof SelfCheck>;
