import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../http/errors/errors.ts';
import { COVERAGE_FIELDS, type TypedCoverage } from '../../../organizer/documents/insurance-coverage.ts';
import { INSURANCE } from '../../../organizer/documents/kinds.ts';
import type { DocumentDecision } from '../../../organizer/documents/review/organizer-documents-service.ts';
import type { DocumentService } from '../../../organizer/documents/service.ts';
import type { DrawPreview } from '../../../platform/preview.ts';
import { PoolFullError } from '../../../platform/threads/bounded-pool.ts';
import { documentFileName, vendorFileName } from '../../kit/applications/document-names.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { sendStrangersFile } from '../../kit/send-strangers-file.ts';
import { applicationAddress } from '../applications/application-page.ts';
import { decisionField, type OrganizerDocumentsState, renderOrganizerDocuments } from './page.ts';

const FORM_BYTES_MAX = 16 * 1024;
const PAGE = '/organizer/events/:id/applications/:aid/documents';

interface OrganizerDocumentPagesOptions {
  readonly documents: Pick<DocumentService, 'getForOrganizer' | 'getFileForOrganizer' | 'decide'>;
  readonly drawPreview: DrawPreview;
  readonly findSession: FindSession;
  readonly baseUrl: string;
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfApplication {
  readonly Params: { readonly id: string; readonly aid: string };
}
interface OfFile {
  readonly Params: { readonly id: string; readonly aid: string; readonly document: string };
}

const schema = { hide: true };
const DECISIONS: readonly DocumentDecision[] = ['confirm', 'reject', 'waive', 'unwaive', 'override'];

/** Pages that show an application's documents and let the organizer decide them. */
export const organizerDocumentPages: FastifyPluginAsync<OrganizerDocumentPagesOptions> = async (
  app,
  options,
) => {
  const { documents, findSession, baseUrl } = options;
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl }, findSession });

  app.get<OfApplication>(PAGE, { schema }, (request, reply) =>
    answer(options, request, reply, {
      done: DONE.get(queryOf(request).get('done') ?? ''),
      chosen: queryOf(request).get('document') ?? '',
      was: queryOf(request).get('was') ?? '',
    }),
  );
  app.get<OfFile>(`${PAGE}/:document/preview`, { schema }, (request, reply) =>
    sendPreview(options, request, reply),
  );
  app.get<OfFile>(`${PAGE}/:document/file`, { schema }, async (request, reply) => {
    const file = await documents.getFileForOrganizer(namedBy(request), request.params.document);
    const from = request.params.aid.slice(0, 8).toLowerCase();
    const parts = [documentFileName(file.code), vendorFileName(file.business_name), from];
    return sendStrangersFile(reply, parts.filter(Boolean).join('-'), file);
  });
  for (const decision of DECISIONS)
    app.post<OfApplication>(`${PAGE}/${decision}`, { schema }, async (request, reply) => {
      const form = formOf(request);
      const code = form.get('code') ?? '';
      const typed = {
        expires_on: form.get(decisionField(code, decision, 'expires_on')) ?? '',
        reason: form.get(decisionField(code, decision, 'reason')) ?? '',
        ...(code === INSURANCE && decision === 'confirm' ? coverageIn(form) : {}),
      };
      const named = namedBy(request);
      const decided = await documents.decide(named, decision, {
        code,
        file: form.get('file') ?? '',
        expires_on: typed.expires_on,
        reason: typed.reason,
        ...(code === INSURANCE && decision === 'confirm' ? { coverage: coverageIn(form) } : {}),
      });
      if (decided.ok) {
        const { id, aid } = request.params;
        const isEarly = decision === 'confirm' && code === INSURANCE && (await isBlocked(options, named));
        const done = isEarly ? 'confirm-early' : decision;
        return seeOther(
          reply,
          `${applicationAddress({ id }, { id: aid })}/documents?done=${done}&was=${encodeURIComponent(code)}`,
        );
      }
      const errors = Object.fromEntries(
        Object.entries(decided.errors).map(([field, text]) => [fieldOnPage(code, decision, field), text]),
      );
      return answer(options, request, reply, { refused: { code, decision, typed, errors } });
    });
};

/** Returns true if the insurance that was just confirmed ends too early for the event. */
async function isBlocked(
  { documents }: OrganizerDocumentPagesOptions,
  named: ReturnType<typeof namedBy>,
): Promise<boolean> {
  return (await documents.getForOrganizer(named)).is_blocked;
}

/**
 * Returns the field to show an error at. An error about a parameter without a field is shown at the document.
 */
function fieldOnPage(code: string, decision: DocumentDecision, field: string): string {
  const known = (['expires_on', 'reason', ...COVERAGE_FIELDS] as const).find((each) => each === field);
  return known === undefined ? code : decisionField(code, decision, known);
}

function coverageIn(form: URLSearchParams): TypedCoverage {
  const field = (name: keyof TypedCoverage) => form.get(decisionField(INSURANCE, 'confirm', name)) ?? '';
  return {
    each_occurrence: field('each_occurrence'),
    additional_insured: field('additional_insured'),
    certificate_holder: field('certificate_holder'),
  };
}

/**
 * Sends an image that we redrew. It does not contain any bytes from the applicant's file, and nothing in it
 * can run.
 */
async function sendPreview(
  { documents, drawPreview }: OrganizerDocumentPagesOptions,
  request: FastifyRequest<OfFile>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { document } = request.params;
  const file = await documents.getFileForOrganizer(namedBy(request), document);
  const picture = await drawPreview(document, async () => file).catch((error: unknown) => {
    if (error instanceof PoolFullError) throw new AppError('busy', BUSY, { headers: { 'retry-after': '5' } });
    throw error;
  });
  if (!picture) throw new AppError('not_found', 'This file cannot be shown here. Download it.');
  return reply
    .headers({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(picture);
}

const BUSY = 'Too many files are being drawn right now. Try again in a few seconds.';

async function answer(
  { documents, isFictional }: OrganizerDocumentPagesOptions,
  request: FastifyRequest<OfApplication>,
  reply: FastifyReply,
  state: Pick<OrganizerDocumentsState, 'done' | 'chosen' | 'was' | 'refused'>,
): Promise<FastifyReply> {
  const view = await documents.getForOrganizer(namedBy(request));
  const account = signedInOf(request);
  const page = renderOrganizerDocuments({ ...state, view, account, fictional: await isFictional() });
  return sendPage(reply, state.refused ? 422 : 200, page);
}

function namedBy(request: FastifyRequest<OfApplication>) {
  const { id, aid } = request.params;
  return { accountId: signedInOf(request).accountId, eventId: id, applicationId: aid };
}

/** Fixed notices by key. The URL carries only the key, so that text in a URL never appears on a page. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['confirm', 'Confirmed.'],
  ['confirm-early', 'Confirmed, but it expires before the event is over.'],
  ['reject', 'Rejected. We’ve emailed the applicant.'],
  ['waive', 'Waived.'],
  ['unwaive', 'It is asked for again.'],
  ['override', 'Accepted. The spot can be confirmed.'],
]);
