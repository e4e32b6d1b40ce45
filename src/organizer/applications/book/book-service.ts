import type { ApplicationContext } from '../context.ts';
import { joinVendors, licensesOf, vendorOf } from '../inbox/application-vendors-service.ts';
import { listBooked } from './book-store.ts';
import { type BookPage, fitsText, toVendors } from './vendor-book.ts';

const PAGE_SIZE = 25;

/** Returns a page of the vendors that the account has worked with at its own events or its teams' events. */
export async function getVendorBook(
  context: ApplicationContext,
  accountId: string,
  { text, page }: { readonly text: string; readonly page: number },
): Promise<BookPage> {
  const { ledgerDb, engine, documents } = context;
  const all = toVendors(await listBooked(ledgerDb, accountId));
  const fitting = all.filter((each) => fitsText(each, text));
  const shown = fitting.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const newest = shown.map((each) => each.newest);
  const sharing = await joinVendors(context, newest);
  const ids = newest.map(({ id }) => id);
  const sent = await documents.listEntries(ledgerDb, engine, ids, licensesOf(sharing, newest));
  return {
    entries: shown.map((each) => {
      const vendor = vendorOf(sharing, each.newest);
      const identity = vendor?.identity();
      return {
        ...each,
        vendor: identity ? { id: identity.id, license_number: identity.license.number } : null,
        standing: vendor?.standing() ?? null,
        documents: sent.get(each.newest.id) ?? [],
      };
    }),
    total: fitting.length,
    all: all.length,
    page,
    pageSize: PAGE_SIZE,
  };
}
