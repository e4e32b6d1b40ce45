import { createRandom, drawFrom, drawWeighted, type Random } from '../../src/lib/random.ts';
import { drawApiRequest } from './api-requests.ts';
import type { Catalogue } from './catalogue.ts';
import { drawFormRequest } from './form-requests.ts';
import { drawPageRequest, drawStaticRequest, drawWebhookRequest } from './page-requests.ts';
import { addOddities, type Draft, type FuzzRequest } from './request.ts';

const KINDS = [
  ['api', 55],
  ['page', 24],
  ['form', 12],
  ['static', 8],
  ['webhook', 1],
] as const;

/**
 * Makes request number `index` of a run. The same seed, index, total and catalogue give the same request,
 * regardless of earlier ones.
 */
export function makeRequest(catalogue: Catalogue, seed: number, index: number, total: number): FuzzRequest {
  const random = createRandom(seed, index);
  const draft = drawDraft(random, catalogue, index / total);
  const request = addOddities(random, draft, catalogue);
  return {
    index,
    ...request,
    headers: [...request.headers, ...(draft.caller === 'wrong key' ? [wrongKey(random, catalogue)] : [])],
  };
}

function drawDraft(random: Random, catalogue: Catalogue, progress: number): Draft {
  switch (drawWeighted(random, KINDS)) {
    case 'api':
      return drawApiRequest(random, catalogue);
    case 'page':
      return drawPageRequest(random, catalogue);
    case 'form':
      return drawFormRequest(random, catalogue, progress);
    case 'static':
      return drawStaticRequest(random);
    case 'webhook':
      return drawWebhookRequest(random);
  }
}

const WRONG_KEYS = [
  'svc_pk_5thqpzytcuzu4376.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'svc_pk_aaaaaaaaaaaaaaaa.ri6dtq3lwgfjqs5cqoatpxpicbedxofo2q4psxy6hfu3op',

  'svc_pk_',
  'svc_pk_.',
  'svc_pk_5thqpzytcuzu4376',
  'svc_pk_5thqpzytcuzu4376.',
  'SVC_PK_5THQPZYTCUZU4376.X',
  'x',
  '__proto__',
  `svc_pk_${'a'.repeat(190)}`,
  'svc_pk_5thqpzytcuzu4376.\u00ff',
];

function wrongKey(random: Random, { known }: Catalogue): [string, string] {
  return [
    'authorization',
    `${drawFrom(random, ['Bearer', 'bearer', 'BEARER', 'Token', 'Basic'])} ${drawFrom(random, [...known.revokedKeys, ...WRONG_KEYS])}`,
  ];
}
