import { describeEventDays } from '../../../decisions/decide/days-to-decide.ts';
import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import { EVENT_TYPES } from '../../../decisions/decide/schemas.ts';
import type { EvidencePack } from '../../../decisions/evidence-pack/pack.ts';
import type { ReceiptOnFile } from '../../../decisions/receipts/schemas.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import { RECEIPT_PAGE } from './verify-messages.ts';

/** Refuses a receipt that was issued before receipts had numbers. */
export function notKept(): AppError {
  const forPeople = inEach((language) => RECEIPT_PAGE[language].notKept);
  return new AppError('not_found', forPeople.en, { forPeople });
}

function notGenuine(): AppError {
  const forPeople = inEach((language) => RECEIPT_PAGE[language].notGenuine);
  return new AppError('not_found', forPeople.en, { forPeople });
}

/** Returns one receipt as an evidence pack: only what was signed. Throws 404 if it is not genuine or was not stored. */
export function toReceiptPack({ verification, ...receipt }: ReceiptOnFile, language: Language): EvidencePack {
  if (!verification) throw notKept();
  const claims = verification.receipt;
  if (!verification.valid || !claims) throw notGenuine();
  const t = RECEIPT_PAGE[language];
  const { receipt_number: number, receipt_url: url } = receipt;
  const type = EVENT_TYPES.find((each) => each === claims.event_type);
  const { event_date: first, event_last_date: last = first } = claims;
  return {
    title: t.title({ number }),
    language,
    event: {
      type: type ? EVENT_TYPES_NAMED[language][type] : claims.event_type,
      dates: first && last ? t.anEvent({ days: describeEventDays({ first, last }, language) }) : t.noDays,
    },
    // Only signed facts, so that it is the same file each time.
    madeAt: receipt.issued_at,
    issuer: claims.iss,
    entries: [{ kind: 'receipt', number, url, claims }],
    fictional: claims.fictional,
  };
}
