import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../forms/forms.ts';
import { answerErrorPage } from './error-page.ts';
import { type FindSession, requireSession } from './session.ts';

/** The options of the pages of one context. */
export interface PageContext {
  /** Absent if no page here takes a form. */
  readonly forms?: { readonly bytesMax: number; readonly baseUrl: string };
  /** Absent if the pages are public. */
  readonly findSession?: FindSession;
}

/**
 * Makes a context of pages: failures are answered as pages, forms are read, and a reader without a session is sent to
 * sign in.
 */
export function preparePages(app: FastifyInstance, { forms, findSession }: PageContext = {}): void {
  app.setErrorHandler(answerErrorPage);
  if (forms) acceptForms(app, forms);
  if (findSession) requireSession(app, findSession);
}
