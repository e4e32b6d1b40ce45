import type { InboxView } from '../../src/organizer/applications/inbox/inbox-view.ts';

/** The default inbox view: the first page of all applications, in order of arrival. */
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
