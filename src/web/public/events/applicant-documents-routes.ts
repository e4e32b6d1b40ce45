import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import type { DocumentService } from '../../../organizer/documents/service.ts';
import {
  isStatementCode,
  POWER_FIELD,
  SIGNER_FIELD,
  statementField,
} from '../../../organizer/documents/upload/statements.ts';
import { uploadField } from '../../../organizer/documents/upload/upload-form.ts';
import { documentFileName } from '../../kit/applications/document-names.ts';
import { queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import {
  DOCUMENTS_FORM,
  multipartLimits,
  readFormWithFiles,
  refuseLongRequests,
} from '../../kit/forms/upload.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import type { FindSession } from '../../kit/frame/session.ts';
import { sendStrangersFile } from '../../kit/send-strangers-file.ts';
import { type DocumentsPageState, renderApplicantDocuments } from './applicant-documents-page.ts';
import { APPLICANT_DOCUMENTS } from './applicant-messages.ts';
import { ownAddress, PRIVATE_HEADERS } from './private-address.ts';

const FORM_BYTES_MAX = 4 * 1024;
const PAGE = '/application/documents';

interface ApplicantDocumentPagesOptions {
  readonly documents: Pick<
    DocumentService,
    'getByLink' | 'getFileByLink' | 'upload' | 'signStatement' | 'useAgain'
  >;
  /** Finds the signed-in account. A verified license holder can reuse earlier documents. */
  readonly findSession: FindSession;
  readonly baseUrl: string;
  /** Uploads and downloads per minute for each client IP address; 0 for no limit. */
  readonly limits: { readonly APPLY: number; readonly IDENTITY: number };
  readonly isFictional: () => Promise<boolean | undefined>;
}

const schema = { hide: true };
const route = { schema, config: TRANSLATED };

/** The pages for documents at an applicant's private link, which do not require an account. */
export const applicantDocumentPages: FastifyPluginAsync<ApplicantDocumentPagesOptions> = async (
  app,
  options,
) => {
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl } });
  await app.register(multipart, { limits: multipartLimits(DOCUMENTS_FORM), throwFileSizeLimit: false });
  // Runs last, so that error pages also keep the token private.
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
  const onRequest = [
    ...app.rateLimit({ name: 'document-upload', perMinute: limits.APPLY }),
    refuseLongRequests(DOCUMENTS_FORM),
  ];
  app.post(PAGE, { ...route, onRequest }, async (request, reply) => {
    const token = tokenOf(request);
    const language = languageOf(request);
    // Check the link before reading any file, so that an invalid link does not cost anything.
    const { documents: asked } = await documents.getByLink(token);
    const errors: Record<string, string> = {};
    const sent = new Set<string>();
    const note = (code: string, answer: Checked<void>) => {
      sent.add(code);
      if (!answer.ok) Object.assign(errors, answer.errors);
    };
    const typed = await readFormWithFiles(request, async (field, file, fields) => {
      const document = asked.find(({ code }) => uploadField(code, 'file') === field);
      if (!document) return;
      const { code } = document;
      const expires_on = fields.get(uploadField(code, 'expires_on')) ?? '';
      const insurer = fields.get(uploadField(code, 'insurer')) ?? '';
      note(code, await documents.upload(token, code, { file, expires_on, insurer }, language));
    });
    const statement = { signed_by: typed.get(SIGNER_FIELD) ?? '', power: typed.get(POWER_FIELD) ?? '' };
    for (const { code } of asked)
      if (isStatementCode(code) && typed.get(statementField(code)) === 'yes' && !sent.has(code))
        note(code, await documents.signStatement(token, code, statement, language));
    const first = asked.find(({ state }) => state === 'to_collect' || state === 'rejected') ?? asked[0];
    if (sent.size === 0 && first)
      errors[uploadField(first.code, 'file')] = APPLICANT_DOCUMENTS[language].nothingChosen;
    if (Object.keys(errors).length === 0) return seeOther(reply, `${ownAddress(PAGE, token)}&done=sent`);
    return answer(options, request, reply, { refused: { typed, errors } });
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
      const refused = { typed: new URLSearchParams(), errors: used.errors };
      return answer(options, request, reply, { refused });
    }
    // If there is nothing to reuse or the account has signed out, the page just shows the current state.
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

/** Fixed notices by key. The URL carries only the key, so that text in a URL never appears on a page. */
const DONE = new Map([
  ['sent', 'doneSent'],
  ['used-again', 'doneUsedAgain'],
  ['none', 'doneNothing'],
] as const) as ReadonlyMap<string, 'doneSent' | 'doneUsedAgain' | 'doneNothing'>;
