import { listShownDisputes } from '../../../ledger/disputes/marks-service.ts';
import type { ShownDispute } from '../../../ledger/disputes/with-disputes.ts';
import type { Reply } from '../../../ledger/replies/reply.ts';
import { findPublishedReply, vendorOf } from '../../../ledger/replies/service.ts';
import { describeDay, jurisdictionDay } from '../../../lib/dates.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import { renderDay } from '../../kit/dates.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderLines } from '../../kit/lines.ts';
import type { VendorExtras } from '../../public/vendors/vendor-page.ts';

/** The reply with its date, whose heading is the page's, and the marks: a few statements in the ledger, whatever the number of visits. */
export function loadVendorExtras(
  ledgerDb: LedgerDb,
): (license: { readonly license_type: string; readonly digits: string }) => Promise<VendorExtras> {
  return async ({ license_type, digits }) => {
    const vendor = vendorOf({ license_type, license_digits: digits });
    const [reply, disputes] = await Promise.all([
      findPublishedReply(ledgerDb, vendor),
      listShownDisputes(ledgerDb, vendor),
    ]);
    return {
      ...(reply ? { reply: renderReply(reply) } : {}),
      ...(disputes.length > 0
        ? {
            disputes: new Map(disputes.map((each) => [each.visit_id, describeMark(each)])),
          }
        : {}),
    };
  };
}

function renderReply({ vendor_id, text, published_at, created_at }: Reply): Html {
  const day = jurisdictionDay(new Date(published_at ?? created_at));
  return html`<blockquote>${renderLines(text)}</blockquote>
<p class="small">Published ${renderDay(day)}. <a class="no-print" href="/vendor/${vendor_id}/report-reply">Report this reply</a></p>`;
}

function describeMark({ state, since, due_on, note }: ShownDispute): string {
  if (state === 'pending_review')
    return `Disputed by the vendor since ${describeDay(since)}, pending review: ${PENDING_TEXT} ${describeDay(due_on)}.`;
  return `Disputed by the vendor since ${describeDay(since)}. ${UPHELD_TEXT} ${(note ?? '').replace(/\s+/g, ' ')}`.trimEnd();
}

const PENDING_TEXT = 'the row is as the regulator published it. We answer by';
const UPHELD_TEXT =
  'By our reading, too, this row is wrong; it is shown, and counted, as the regulator published it. Our note:';
