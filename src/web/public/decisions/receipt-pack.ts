import { EVENT_TYPE_NAMES } from '../../../decisions/decision/documents.ts';
import { describeEventDays } from '../../../decisions/decision/event-days.ts';
import { EVENT_TYPES } from '../../../decisions/decision/schemas.ts';
import type { EvidencePack } from '../../../decisions/evidence-pack/pack.ts';
import type { ReceiptOnFile } from '../../../decisions/receipts/schemas.ts';
import { AppError } from '../../../http/errors.ts';
import { inEach } from '../../../lib/language.ts';
import { RECEIPT_PAGE } from './verify-messages.ts';

/** Of a receipt of before they had numbers. */
export function notKept(): AppError {
  const forPeople = inEach((language) => RECEIPT_PAGE[language].notKept);
  return new AppError('not_found', forPeople.en, { forPeople });
}

function notGenuine(): AppError {
  const forPeople = inEach((language) => RECEIPT_PAGE[language].notGenuine);
  return new AppError('not_found', forPeople.en, { forPeople });
}

/** One receipt as an evidence pack: what was signed and nothing else. Throws 404 for one that is not genuine or was not kept. */
export function toReceiptPack({ verification, ...receipt }: ReceiptOnFile): EvidencePack {
  if (!verification) throw notKept();
  const claims = verification.receipt;
  if (!verification.valid || !claims) throw notGenuine();
  const { receipt_number: number, receipt_url: url } = receipt;
  const type = EVENT_TYPES.find((each) => each === claims.event_type);
  const { event_date: first, event_last_date: last = first } = claims;
  return {
    title: `Receipt ${number}`,
    event: {
      type: type ? EVENT_TYPE_NAMES[type] : claims.event_type,
      dates: first && last ? `An event ${describeEventDays({ first, last })}` : 'Not in the receipt',
    },
    // Only what was signed, so that it is the same file each time.
    madeAt: receipt.issued_at,
    issuer: claims.iss,
    entries: [{ kind: 'receipt', number, url, claims }],
    fictional: claims.fictional,
  };
}
