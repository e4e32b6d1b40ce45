import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { requiredDocuments } from '../../../decisions/decide/documents/required-documents.ts';
import type { EventType } from '../../../decisions/decide/schemas.ts';
import type { RenderPack } from '../../../decisions/evidence-pack/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { networkOf } from '../../../http/limits/rate-limits.ts';
import type { EventDays } from '../../../judgment/policy/policy.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import { toCsv } from '../../../lib/text/csv.ts';
import {
  type CheckedList,
  type Choices,
  type OwnTable,
  resolveLines,
} from '../../../organizer/lists/checked-list.ts';
import type { ListProblem } from '../../../organizer/lists/line-words.ts';
import { LIST_BYTES_MAX } from '../../../organizer/lists/list-bounds.ts';
import type { Columns } from '../../../organizer/lists/list-columns.ts';
import { readFile, readPasted } from '../../../organizer/lists/list-file.ts';
import { hasTooManyRows } from '../../../organizer/lists/list-lines.ts';
import type { ListTable, UnreadableList } from '../../../organizer/lists/list-table.ts';
import { LIST_PROBLEMS } from '../../../organizer/lists/messages.ts';
import type { ListService } from '../../../organizer/lists/service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { multipartLimits, readFormWithFile, refuseLongRequests } from '../../kit/forms/upload.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { hangUpOf } from '../../kit/hang-up.ts';
import { sendPack } from '../../kit/send-pack.ts';
import { EMPTY_LIST, type ListFormState, renderListForm } from './list-form.ts';
import { readChoices, readColumns, readTable } from './list-state.ts';
import { LIST_FORM as LIST_FORM_WORDS, REVIEW } from './messages.ts';
import { packOf } from './result-pack.ts';
import { renderResult } from './result-page.ts';
import { resultTable, resultWorkbook } from './result-table.ts';
import { type ReviewState, renderReview } from './review-page.ts';

/** Large enough for the table and choices of 500 lines in any script, URL-encoded. */
const FORM_BYTES_MAX = 3 * 1024 * 1024;

/** Limits for a list that is sent as text or as a file. */
const LIST_FORM = {
  fileBytes: LIST_BYTES_MAX,
  fieldBytes: LIST_BYTES_MAX,
  requestBytes: 2 * LIST_BYTES_MAX + 64 * 1024,
  tooLong: inEach((language) => LIST_FORM_WORDS[language].tooLong),
};
type ListUpload = Awaited<ReturnType<typeof readFormWithFile>>;
const UNREAD_FILES = { tooLarge: 'tooLargeFile', several: 'several' } as const;

/** Anyone with the address may read the list, so the address must not be revealed or indexed. */
const PRIVATE_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };

interface ListPagesOptions {
  readonly lists: ListService;
  readonly renderPack: RenderPack;
  /** Throws an AppError that names the invalid field. */
  readonly readEvent: (
    type: string,
    date: string,
  ) => { readonly eventType: EventType; readonly event: EventDays };
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly limits: Readonly<Record<'APPLY' | 'LIST_DAY' | 'LIST_LINES' | 'LIST_LINES_DAY' | 'PAGE', number>>;
}

const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface OfList {
  readonly Params: { readonly token: string };
}

const schema = { hide: true };
const page = { schema, config: TRANSLATED };

/**
 * `/check/list`, where a list is first matched and then decided. Receipts are issued only in the last step,
 * and only once.
 */
export const listPages: FastifyPluginAsync<ListPagesOptions> = async (app, options) => {
  const { lists, renderPack, isFictional, baseUrl, limits } = options;
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  await app.register(multipart, { limits: multipartLimits(LIST_FORM) });
  const look = app.rateLimit({ name: 'list-page', perMinute: limits.PAGE });

  app.get('/check/list', { ...page, onRequest: look }, async (request, reply) => {
    const shown = { state: EMPTY_LIST, fictional: await isFictional(), language: languageOf(request) };
    return sendPage(reply, 200, renderListForm({ ...shown, canonical: `${baseUrl}/check/list` }));
  });
  addSteps(app, options);
  app.get<OfList>('/check/list/:token', { ...page, onRequest: look }, async (request, reply) => {
    const list = await lists.get(request.params.token);
    const language = languageOf(request);
    const shown = renderResult({
      list,
      address: `/check/list/${request.params.token}`,
      saveAddress: `/organizer/save-list?list=${request.params.token}`,
      order: queryOf(request).get('sort') === 'name' ? 'name' : 'attention',
      fictional: await isFictional(),
      language,
      requiredDocuments: requiredDocuments(list.eventType, language).map(({ name }) => name),
    });
    return sendPage(reply, 200, shown);
  });
  app.get<OfList>('/check/list/:token/list.csv', { ...page, onRequest: look }, async (request, reply) => {
    const list = await lists.get(request.params.token);
    reply.headers(fileHeaders(list, 'csv', 'text/csv; charset=utf-8'));
    return reply.send(toCsv(resultTable(list, languageOf(request))));
  });
  app.get<OfList>('/check/list/:token/list.xlsx', { ...page, onRequest: look }, async (request, reply) => {
    const list = await lists.get(request.params.token);
    reply.headers(fileHeaders(list, 'xlsx', WORKBOOK_TYPE));
    return reply.send(await resultWorkbook(list, languageOf(request)));
  });
  // Drawing up to 500 pages costs as much as one of the steps.
  const draw = app.rateLimit({ name: 'list-step', perMinute: limits.APPLY });
  app.get<OfList>(
    '/check/list/:token/evidence-pack.pdf',
    { ...page, onRequest: draw },
    async (request, reply) => {
      const list = await lists.get(request.params.token);
      const fictional =
        list.decided.some(({ decision }) => decision.fictional) || (await isFictional()) === true;
      const pages = queryOf(request).get('pages') === 'all' ? 'all' : 'findings';
      const pack = packOf(list, { issuer: baseUrl, fictional, language: languageOf(request), pages });
      reply.headers(PRIVATE_HEADERS);
      return sendPack(reply, renderPack, pack, `evidence-pack-${list.eventDate}`);
    },
  );
};

function fileHeaders({ eventDate }: CheckedList, ending: string, type: string): Record<string, string> {
  return {
    ...PRIVATE_HEADERS,
    'content-type': type,
    'content-disposition': `attachment; filename="checked-vendors-${eventDate}.${ending}"`,
    'cache-control': 'no-store',
  };
}

function addSteps(app: FastifyInstance, options: ListPagesOptions): void {
  const { lists, limits } = options;
  const step = app.rateLimit({ name: 'list-step', perMinute: limits.APPLY });
  const keptLines = { name: 'list-day', perDay: limits.LIST_DAY };
  const countKept = app.takeLimit(keptLines);
  const matched = [
    { name: 'list-lines', perMinute: limits.LIST_LINES },
    { name: 'list-lines-day', perDay: limits.LIST_LINES_DAY },
  ];
  const countRequest = matched.flatMap((limit) => app.rateLimit(limit));
  const counts = matched.map((limit) => app.takeLimit(limit));
  /** Counts the lines toward the rate limits before matching any of them. */
  const countLines = async (request: FastifyRequest, reply: FastifyReply, { rows }: ListTable) => {
    if (rows.length > 1)
      for (const count of counts) await count(reply, networkOf(request), { items: rows.length });
  };

  app.post(
    '/check/list',
    { ...page, onRequest: [...step, ...countRequest, refuseLongRequests(LIST_FORM)] },
    async (request, reply) => {
      const upload = await readFormWithFile(request, 'file');
      const table = await tableOf(upload);
      if ('problem' in table) return sendForm(options, reply, upload, table.problem);
      if (hasTooManyRows(table, readColumns(upload.fields, table)))
        return sendForm(options, reply, upload, 'tooManyRows');
      await countLines(request, reply, table);
      return sendReview(options, reply, upload.fields, table);
    },
  );
  app.post(
    '/check/list/decide',
    { ...page, onRequest: [...step, ...countRequest, ...app.rateLimit(keptLines)] },
    async (request, reply) => {
      const form = formOf(request);
      const table = readTable(form);
      const upload = { fields: form, file: undefined };
      if (!table) return sendForm(options, reply, upload, 'lost');
      const columns = readColumns(form, table);
      if (hasTooManyRows(table, columns)) return sendForm(options, reply, upload, 'tooManyRows');
      await countLines(request, reply, table);
      const language = languageOf(request);
      const read = readEventFields(options, form, language);
      if ('errors' in read) return sendReview(options, reply, form, table, read.errors);
      const list = await lists.match(table, columns, hangUpOf(reply));
      const chosen: Choices = form.get('skip') === 'choices' ? new Map() : readChoices(form);
      const { sure, open, spoilt } = resolveLines(list, chosen);
      if (sure.length === 0)
        return sendReview(options, reply, form, table, {
          choices: REVIEW[language].noChoice,
        });
      const items = sure.length + open.length + spoilt.length;
      if (items > 1) await countKept(reply, networkOf(request), { items });
      const token = await lists.check(list, chosen, { ...read, language, own: ownOf(table, columns) });
      return seeOther(reply, `/check/list/${token}`);
    },
  );
}

function ownOf({ rows }: ListTable, { roles, titleLine }: Columns): OwnTable {
  return { rows, roles, titleLine: titleLine ?? null };
}

/** Returns the submitted list, which comes from an earlier step, a file or a text field. */
async function tableOf({ fields, file }: ListUpload): Promise<ListTable | UnreadableList> {
  if (typeof file === 'string') return { problem: UNREAD_FILES[file] };
  if (fields.has('table')) return readTable(fields) ?? { problem: 'lost' };
  if (file) return readFile(file.content);
  const lines = fields.get('lines') ?? '';
  return lines.trim() === '' ? { problem: 'missing' } : readPasted(lines);
}

async function sendForm(
  { isFictional }: ListPagesOptions,
  reply: FastifyReply,
  { fields, file }: ListUpload,
  problem: ListProblem,
): Promise<FastifyReply> {
  const language = languageOf(reply.request);
  const state: ListFormState = {
    lines: fields.get('lines') ?? '',
    eventType: fields.get('event_type') ?? EMPTY_LIST.eventType,
    eventDate: fields.get('event_date') ?? '',
    errors: { [file ? 'file' : 'lines']: LIST_PROBLEMS[language][problem] },
  };
  return sendPage(reply, 422, renderListForm({ state, fictional: await isFictional(), language }));
}

async function sendReview(
  options: ListPagesOptions,
  reply: FastifyReply,
  form: URLSearchParams,
  table: ListTable,
  errors: ReviewState['errors'] = {},
): Promise<FastifyReply> {
  const columns: Columns = readColumns(form, table);
  const list = await options.lists.match(table, columns, hangUpOf(reply));
  const chosen: Choices = readChoices(form);
  const language = languageOf(reply.request);
  const read = readEventFields(options, form, language);
  const all = { ...('errors' in read ? read.errors : {}), ...errors };
  const asked = {
    eventType: form.get('event_type') ?? EMPTY_LIST.eventType,
    eventDate: form.get('event_date') ?? '',
  };
  const state = { ...asked, table, columns, list, chosen, errors: all };
  const status = Object.keys(all).length > 0 ? 422 : 200;
  return sendPage(reply, status, renderReview(state, await options.isFictional(), language));
}

function readEventFields(
  { readEvent }: ListPagesOptions,
  form: URLSearchParams,
  language: Language,
): ReturnType<ListPagesOptions['readEvent']> | { readonly errors: Readonly<Record<string, string>> } {
  try {
    return readEvent(form.get('event_type') ?? '', form.get('event_date')?.trim() ?? '');
  } catch (error) {
    if (!(error instanceof AppError) || error.parameter === undefined) throw error;
    return { errors: { [error.parameter]: error.textIn(language) ?? error.forPeople } };
  }
}
