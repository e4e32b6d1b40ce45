import type { FastifyInstance } from 'fastify';
import type { ApplicationService } from '../../../organizer/applications/service.ts';
import { queryOf, sendPage } from '../../kit/forms/forms.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import { isBeyond, readPage } from '../../kit/paging.ts';
import { BOOK_ADDRESS, BOOK_TEXT_MAX, renderBook } from './book-page.ts';

interface BookPagesOptions {
  readonly applications: Pick<ApplicationService, 'getVendorBook'>;
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Adds the pages of the vendors that the account has worked with. */
export function addBookRoutes(app: FastifyInstance, { applications, isFictional }: BookPagesOptions): void {
  app.get(BOOK_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
    const account = signedInOf(request);
    const query = queryOf(request);
    const text = (query.get('q') ?? '').trim().slice(0, BOOK_TEXT_MAX);
    const book = await applications.getVendorBook(account.accountId, { text, page: readPage(query) });
    const page = renderBook({ account, fictional: await isFictional(), book, text });
    return sendPage(reply, isBeyond(book) && book.total > 0 ? 404 : 200, page);
  });
}
