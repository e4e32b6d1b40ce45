import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey, ApiKeyService } from '../../../accounts/api-keys/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { isUuid } from '../../../lib/text/uuid.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { isBeyond, readPage, windowOf } from '../../kit/paging.ts';
import { type KeyListState, type KeysFrame, renderKeyList, renderNewKey, renderRevoke } from './pages.ts';

const FORM_BYTES_MAX = 4 * 1024;
const KEYS_A_PAGE = 100;
const LIST = '/settings/api-keys';

interface ApiKeyPagesOptions {
  readonly keys: Pick<ApiKeyService, 'createOnce' | 'list' | 'count' | 'find' | 'revoke'>;
  readonly findSession: FindSession;
  /** Finds the last day on which the keys' API version works; undefined until that date is announced. */
  readonly findEnd: () => Promise<{ readonly sunset_on: string } | undefined>;
  readonly baseUrl: string;
  readonly limits: { readonly ACCOUNT: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** `/settings/api-keys`, where an account lists, creates and revokes its API keys. */
export const apiKeyPages: FastifyPluginAsync<ApiKeyPagesOptions> = async (app, options) => {
  const { keys, baseUrl } = options;
  const schema = { hide: true };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl }, findSession: options.findSession });
  const keysFrameOf = async (request: FastifyRequest): Promise<KeysFrame> => ({
    ...(await frameOf(request, options)),
    endsOn: (await options.findEnd())?.sunset_on,
  });
  const showList = async (
    request: FastifyRequest,
    reply: FastifyReply,
    state: Omit<KeyListState, 'keys' | 'list' | 'formId'> & { status: number; notices?: URLSearchParams },
  ) => {
    const { accountId } = signedInOf(request);
    const place = { page: readPage(queryOf(request)), pageSize: KEYS_A_PAGE };
    const rows = await keys.list(accountId, windowOf(place));
    const list = { ...place, total: await keys.count(accountId) };
    const revoked = await keys.find(accountId, state.notices?.get('revoked') ?? '');
    const notice = noticeFor(state.notices, revoked);
    const page = { ...state, keys: rows, list, formId: randomUUID(), notice };
    const status = isBeyond(list) ? 404 : state.status;
    return sendPage(reply, status, renderKeyList(await keysFrameOf(request), page));
  };

  app.get(LIST, { schema }, (request, reply) =>
    showList(request, reply, { status: 200, notices: queryOf(request) }),
  );
  const onRequest = app.rateLimit({ name: 'new-key', perMinute: options.limits.ACCOUNT });
  /*
   * The key is shown only in the response to the form, and never appears in an address, the database or a
   * cache. Reloading that response resubmits the form. Each form therefore carries a number that determines
   * the key's public part, and the database rejects a second key with the same public part. The response to a
   * resubmitted form is the list, with an explanation.
   */
  app.post(LIST, { schema, onRequest }, async (request, reply) => {
    const form = formOf(request);
    const name = form.get('name') ?? '';
    const formId = form.get('form') ?? '';
    if (!isUuid(formId))
      return showList(request, reply, {
        status: 422,
        name,
        errors: { name: 'Please send this form again.' },
      });
    try {
      const made = await keys.createOnce(signedInOf(request).accountId, name, formId);
      if (!made) return seeOther(reply, `${LIST}?sent=before`);
      return sendPage(reply, 200, renderNewKey(await keysFrameOf(request), made, baseUrl));
    } catch (error) {
      if (!(error instanceof AppError) || error.parameter !== 'name') throw error;
      return showList(request, reply, { status: 422, name, errors: { name: error.forPeople } });
    }
  });

  app.get<{ Params: { id: string } }>(`${LIST}/:id/revoke`, { schema }, async (request, reply) => {
    const key = await keys.find(signedInOf(request).accountId, request.params.id);
    if (!key) throw noSuchKey();
    return sendPage(reply, 200, renderRevoke(await keysFrameOf(request), key));
  });
  app.post<{ Params: { id: string } }>(`${LIST}/:id/revoke`, { schema }, async (request, reply) => {
    const { id } = request.params;
    if (!(await keys.revoke(signedInOf(request).accountId, id))) throw noSuchKey();
    return seeOther(reply, `${LIST}?revoked=${id}`);
  });
};

/** Returns the same error for another account's key, a key that never existed, and an invalid key id. */
function noSuchKey(): AppError {
  return new AppError('not_found', 'There is no such API key.');
}

function noticeFor(query: URLSearchParams | undefined, key: ApiKey | undefined): string | undefined {
  if (query?.get('sent') === 'before')
    return 'This form was sent before, and made one key. A key is shown only once; if you have not copied it, revoke it and create another.';
  if (!key || key.revoked_at === null) return undefined;
  return `“${key.name}” is revoked. It no longer works.`;
}
