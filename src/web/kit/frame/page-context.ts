import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../forms/forms.ts';
import { answerErrorPage } from './error-page.ts';
import { type FindSession, requireSession } from './session.ts';

/** Options for the pages in one context. */
export interface PageContext {
  /** Undefined if none of the pages accepts a form. */
  readonly forms?: { readonly bytesMax: number; readonly baseUrl: string };
  /** Undefined if the pages are public. */
  readonly findSession?: FindSession;
}

/**
 * Sets up a context for pages: errors get error pages, forms are parsed, and readers without a session are
 * redirected to sign in.
 */
export function preparePages(app: FastifyInstance, { forms, findSession }: PageContext = {}): void {
  app.setErrorHandler(answerErrorPage);
  if (forms) acceptForms(app, forms);
  if (findSession) requireSession(app, findSession);
}
