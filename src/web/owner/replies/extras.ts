import type { Language } from '../../../lib/language/language.ts';
import { describeDay, jurisdictionDay } from '../../../lib/time/dates.ts';
import type { ShownDispute } from '../../../owner/statements/disputes/marks-service.ts';
import { listShownDisputes } from '../../../owner/statements/disputes/marks-service.ts';
import { findPublishedReply } from '../../../owner/statements/replies/service.ts';
import { vendorOf } from '../../../owner/statements/service.ts';
import type { Reply } from '../../../owner/statements/statement.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { renderLines } from '../../kit/render-lines.ts';
import type { VendorExtras } from '../../public/record/vendor-page.ts';
import { EXTRAS } from './extras-messages.ts';

type LoadExtras = (
  license: { readonly license_type: string; readonly digits: string },
  language?: Language,
) => Promise<VendorExtras>;

/**
 * Loads the dated reply and the dispute marks for a vendor's page. Always runs the same few SQL statements,
 * regardless of the number of visits.
 */
export function loadVendorExtras(ledgerDb: LedgerDb): LoadExtras {
  return async ({ license_type, digits }, language = 'en') => {
    const vendor = vendorOf({ license_type, license_digits: digits });
    const [reply, disputes] = await Promise.all([
      findPublishedReply(ledgerDb, vendor),
      listShownDisputes(ledgerDb, vendor),
    ]);
    return {
      ...(reply ? { reply: renderReply(reply, language) } : {}),
      ...(disputes.length > 0
        ? {
            disputes: new Map(disputes.map((each) => [each.visit_id, describeMark(each, language)])),
          }
        : {}),
    };
  };
}

function renderReply({ vendor_id, text, published_at, created_at }: Reply, language: Language): Html {
  const t = EXTRAS[language];
  const day = renderDay(jurisdictionDay(new Date(published_at ?? created_at)), language);
  return html`<blockquote>${renderLines(text)}</blockquote>
<p class="small">${t.published({ day })} <a class="no-print" href="/vendor/${vendor_id}/report-reply">${t.report}</a></p>`;
}

/** Returns our note. The note is written in English, so pages in other languages quote it. */
function describeMark(dispute: ShownDispute, language: Language): string {
  const t = EXTRAS[language];
  const since = describeDay(dispute.since, language);
  if (dispute.state === 'pending_review')
    return t.pending({ since, due: describeDay(dispute.due_on, language) });
  const note = (dispute.note ?? '').replace(/\s+/g, ' ').trimEnd();
  return note === '' ? t.upheldWithoutNote({ since }) : t.upheld({ since, note });
}
