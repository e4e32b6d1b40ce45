import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../http/errors/errors.ts';
import type { Checked, FieldErrors } from '../../../lib/field-errors.ts';
import type { QuestionFields } from '../../../organizer/events/form/questions.ts';
import type { Question } from '../../../organizer/events/schemas.ts';
import type { EventOverview, EventService } from '../../../organizer/events/service.ts';
import { formOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { type SignedIn, signedInOf } from '../../kit/frame/session.ts';
import {
  EMPTY_QUESTION,
  questionFieldsOf,
  renderQuestion,
  renderQuestionRemoval,
  renderQuestions,
  toQuestionFields,
} from './question-pages.ts';

interface OfEvent {
  readonly Params: { readonly id: string };
}
interface OfQuestion {
  readonly Params: { readonly id: string; readonly question: string };
}

interface QuestionRoutesOptions {
  readonly events: EventService;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/**
 * Adds the pages where organizers add, change, move and remove an event's questions. Each action has its own
 * form.
 */
export function addQuestionRoutes(app: FastifyInstance, options: QuestionRoutesOptions): void {
  const { events } = options;
  const schema = { hide: true };
  const base = '/organizer/events/:id/questions';

  app.get<OfEvent>(base, { schema }, (request, reply) =>
    sendList(options, request, reply, { status: 200, fields: EMPTY_QUESTION, errors: {} }),
  );
  app.post<OfEvent>(base, { schema }, async (request, reply) => {
    const fields = questionFieldsOf(formOf(request));
    const added = await events.addQuestion(signedInOf(request).accountId, request.params.id, fields);
    return answerStep(options, request, reply, added, fields);
  });

  app.get<OfQuestion>(`${base}/:question`, { schema }, (request, reply) =>
    sendQuestion(options, request, reply, { status: 200, errors: {} }),
  );
  app.post<OfQuestion>(`${base}/:question`, { schema }, async (request, reply) => {
    const fields = questionFieldsOf(formOf(request));
    const { id, question } = request.params;
    const changed = await events.changeQuestion(signedInOf(request).accountId, id, question, fields);
    if (changed.ok) return backToList(request, reply);
    return sendQuestion(options, request, reply, { status: 422, fields, errors: changed.errors });
  });

  app.get<OfQuestion>(`${base}/:question/remove`, { schema }, async (request, reply) => {
    const found = await findQuestion(options, request);
    return sendPage(reply, 200, renderQuestionRemoval({ ...found, fictional: await options.isFictional() }));
  });
  app.post<OfQuestion>(`${base}/:question/remove`, { schema }, async (request, reply) => {
    const { id, question } = request.params;
    const removed = await events.removeQuestion(signedInOf(request).accountId, id, question);
    return answerStep(options, request, reply, removed);
  });
  for (const direction of ['up', 'down'] as const)
    app.post<OfQuestion>(`${base}/:question/${direction}`, { schema }, async (request, reply) => {
      const { id, question } = request.params;
      const moved = await events.moveQuestion(signedInOf(request).accountId, id, question, direction);
      return answerStep(options, request, reply, moved);
    });
}

type EventRequest = FastifyRequest<OfEvent>;

/** Redirects to the list after an action. If the action was rejected, shows the list with the reason. */
function answerStep(
  options: QuestionRoutesOptions,
  request: EventRequest,
  reply: FastifyReply,
  outcome: Checked<Question[]>,
  fields: QuestionFields = EMPTY_QUESTION,
): FastifyReply | Promise<FastifyReply> {
  if (outcome.ok) return backToList(request, reply);
  return sendList(options, request, reply, { status: 422, fields, errors: outcome.errors });
}

/** Redirects to the list. The event was found, so its id is valid and safe to use in an address. */
function backToList({ params }: EventRequest, reply: FastifyReply): FastifyReply {
  return seeOther(reply, `/organizer/events/${params.id}/questions`);
}

async function sendList(
  { events, isFictional }: QuestionRoutesOptions,
  request: EventRequest,
  reply: FastifyReply,
  state: { readonly status: number; readonly fields: QuestionFields; readonly errors: FieldErrors },
): Promise<FastifyReply> {
  const account = signedInOf(request);
  const overview = await events.get(account.accountId, request.params.id);
  const { status, fields, errors } = state;
  const fictional = await isFictional();
  return sendPage(reply, status, renderQuestions({ account, fictional, overview, fields, errors }));
}

async function findQuestion(
  { events }: QuestionRoutesOptions,
  request: FastifyRequest<OfQuestion>,
): Promise<{ account: SignedIn; overview: EventOverview; question: Question }> {
  const account = signedInOf(request);
  const overview = await events.get(account.accountId, request.params.id);
  const question = overview.event.questions.find(({ id }) => id === request.params.question);
  if (!question) throw new AppError('not_found', 'There is no such question.');
  return { account, overview, question };
}

async function sendQuestion(
  options: QuestionRoutesOptions,
  request: FastifyRequest<OfQuestion>,
  reply: FastifyReply,
  state: { readonly status: number; readonly fields?: QuestionFields; readonly errors: FieldErrors },
): Promise<FastifyReply> {
  const { account, overview, question } = await findQuestion(options, request);
  const { status, errors } = state;
  const page = renderQuestion({
    account,
    fictional: await options.isFictional(),
    overview,
    questionId: question.id,
    errors,
    fields: state.fields ?? toQuestionFields(question),
  });
  return sendPage(reply, status, page);
}
