import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import {
  type AccountFormState,
  type AccountPageFrame,
  renderAccountPage,
  renderForm,
  renderPresentPassword,
} from '../account-page.ts';
import { YOUR_DATA } from './your-data-messages.ts';

export const YOUR_DATA_PAGE = '/settings/data';

/** Renders a description of the data file, and the password field that is required to download it. */
export function renderYourData(frame: AccountPageFrame, state: AccountFormState): Html {
  const t = YOUR_DATA[frame.language];
  const password = renderPresentPassword(frame, {
    name: 'password',
    label: t.yourPassword,
    error: state.errors?.password,
  });
  const links = {
    settings: linkTo('/settings'),
    privacy: linkTo('/privacy'),
    contact: linkTo('/contact'),
  };
  return renderAccountPage(frame, {
    ...state,
    title: t.title,
    current: '/settings',
    isPartOfSettings: true,
    content: html`<p class="lead">${t.lead}</p>
<p>${t.inside}</p>
<p>${t.missing}</p>
<p>${t.careful}</p>
${renderForm({ action: YOUR_DATA_PAGE, fields: [password], button: t.download })}
<p>${t.erase(links)}</p>`,
  });
}
