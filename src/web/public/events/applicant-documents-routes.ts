import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { DocumentService } from '../../../organizer/documents/service.ts';
import { uploadField } from '../../../organizer/documents/upload/upload-form.ts';
import { documentFileName } from '../../kit/applications/document-names.ts';
import { queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { DOCUMENT_FORM, multipartLimits, readDocumentForm } from '../../kit/forms/upload.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import type { FindSession } from '../../kit/frame/session.ts';
import { sendStrangersFile } from '../../kit/send-strangers-file.ts';
import { type DocumentsPageState, renderApplicantDocuments } from './applicant-documents-page.ts';
import { APPLICANT_DOCUMENTS } from './applicant-messages.ts';
import { ownAddress, PRIVATE_HEADERS } from './private-address.ts';

const FORM_BYTES_MAX = 4 * 1024;
const PAGE = '/application/documents';

interface ApplicantDocumentPagesOptions {
  readonly documents: Pick<DocumentService, 'getByLink' | 'getFileByLink' | 'upload' | 'useAgain'>;
  /** Who is signed in: the verified holder of the license may use documents again. */
  readonly findSession: FindSession;
  readonly baseUrl: string;
  /** Uploads and downloads a minute, for each client address; 0 for no limit. */
  readonly limits: { readonly APPLY: number; readonly IDENTITY: number };
  readonly isFictional: () => Promise<boolean | undefined>;
}

const schema = { hide: true };
const route = { schema, config: TRANSLATED };

/** Documents behind an applicant's private link; no account is needed. */
export const applicantDocumentPages: FastifyPluginAsync<ApplicantDocumentPagesOptions> = async (
  app,
  options,
) => {
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl } });
  await app.register(multipart, { limits: multipartLimits(DOCUMENT_FORM) });
  // Last of all, so that a failure's page keeps the secret too.
  app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS));

  app.get(PAGE, route, (request, reply) => {
    const done = DONE.get(queryOf(request).get('done') ?? '');
    const text = done && APPLICANT_DOCUMENTS[languageOf(request)][done];
    return answer(options, request, reply, { done: text });
  });
  addFileRoute(app, options);
  addUploadRoute(app, options);
  addUseAgainRoute(app, options);
};

function addFileRoute(app: FastifyInstance, { documents, limits }: ApplicantDocumentPagesOptions): void {
  const onRequest = app.rateLimit({ name: 'document-download', perMinute: limits.IDENTITY });
  app.get<{ Params: { file: string } }>(
    '/application/files/:file',
    { schema, onRequest },
    async (request, reply) => {
      const file = await documents.getFileByLink(tokenOf(request), request.params.file);
      return sendStrangersFile(reply, documentFileName(file.code), file);
    },
  );
}

function addUploadRoute(app: FastifyInstance, options: ApplicantDocumentPagesOptions): void {
  const { documents, limits } = options;
  const onRequest = app.rateLimit({ name: 'document-upload', perMinute: limits.APPLY });
  app.post<{ Params: { code: string } }>(`${PAGE}/:code`, { ...route, onRequest }, async (request, reply) => {
    const { code } = request.params;
    const token = tokenOf(request);
    // Before a byte of the file is read: an invalid link costs nothing.
    await documents.getByLink(token);
    // Read up to the largest file even where the request says that it is longer: the fields before the file are kept for the form.
    const { fields, file } = await readDocumentForm(request, uploadField(code, 'file'));
    const typed = {
      expires_on: fields.get(uploadField(code, 'expires_on')) ?? '',
      insurer: fields.get(uploadField(code, 'insurer')) ?? '',
    };
    const sent = await documents.upload(token, code, { ...typed, file }, languageOf(request));
    if (sent.ok) return seeOther(reply, `${ownAddress(PAGE, token)}&done=sent#${code}`);
    return answer(options, request, reply, { refused: { code, typed, errors: sent.errors } });
  });
}

function addUseAgainRoute(app: FastifyInstance, options: ApplicantDocumentPagesOptions): void {
  const { documents, findSession, limits } = options;
  const onRequest = app.rateLimit({ name: 'document-upload', perMinute: limits.APPLY });
  app.post(`${PAGE}/use-again`, { ...route, onRequest }, async (request, reply) => {
    const token = tokenOf(request);
    const signedIn = await findSession(request.headers);
    const used = signedIn && (await documents.useAgain(token, signedIn.accountId, languageOf(request)));
    if (used && !used.ok) {
      const typed = { expires_on: '', insurer: '' };
      return answer(options, request, reply, { refused: { code: '', typed, errors: used.errors } });
    }
    // Nothing to use again, or signed out since: the page says how things stand.
    const done = used?.value ? 'used-again' : 'none';
    return seeOther(reply, `${ownAddress(PAGE, token)}&done=${done}`);
  });
}

async function answer(
  { documents, findSession, isFictional }: ApplicantDocumentPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  state: Pick<DocumentsPageState, 'done' | 'refused'>,
): Promise<FastifyReply> {
  const token = tokenOf(request);
  const signedIn = await findSession(request.headers);
  const language = languageOf(request);
  const view = await documents.getByLink(token, signedIn?.accountId, language);
  const page = renderApplicantDocuments({
    ...state,
    view,
    token,
    language,
    fictional: await isFictional(),
  });
  return sendPage(reply, state.refused ? 422 : 200, page);
}

function tokenOf(request: FastifyRequest): string {
  return queryOf(request).get('token') ?? '';
}

/** Fixed texts only: an address never puts words of its own on a page. */
const DONE = new Map([
  ['sent', 'doneSent'],
  ['used-again', 'doneUsedAgain'],
  ['none', 'doneNothing'],
] as const) as ReadonlyMap<string, 'doneSent' | 'doneUsedAgain' | 'doneNothing'>;
