import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';

/** Who runs this service, as its settings say; empty where they do not. */
export interface ServiceOperator {
  readonly name: string;
  readonly email: string;
  readonly address: string;
}

/** How to reach whoever runs the service, or that nobody has said. */
export function renderOperator({ name, email, address }: ServiceOperator): Html {
  if (name === '' && email === '' && address === '')
    return html`<p><strong>Whoever runs this copy of the service has not said who they are.</strong> Ask where you got this address from, before you give it anything personal.</p>`;
  return html`<dl class="ledger">
${name === '' ? EMPTY_HTML : html`<div><dt>Run by</dt><dd>${name}</dd></div>`}
${email === '' ? EMPTY_HTML : html`<div><dt>E-mail</dt><dd><a href="mailto:${email}">${email}</a></dd></div>`}
${address === '' ? EMPTY_HTML : html`<div><dt>Address</dt><dd>${address}</dd></div>`}
</dl>`;
}
