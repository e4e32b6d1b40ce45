import type { InboxView } from '../../src/organizer/applications/inbox/inbox-view.ts';

/** The first page of all applications in an inbox, in order of arrival. */
export const PLAIN_VIEW: InboxView = {
  tab: undefined,
  status: undefined,
  todo: undefined,
  verdict: undefined,
  grade: undefined,
  text: '',
  sort: 'oldest',
  page: 1,
};
