import { readPage } from '../../support/read-page.ts';

interface Answer {
  readonly address: string;
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

const NO_FILE = { name: '', content: '' };

/** A user whose browser does not run scripts. It stores cookies, reads forms, and submits them. */
export class Visitor {
  readonly #base: string;
  readonly #client: string;
  readonly #cookies = new Map<string, string>();
  readonly #everyCookie = new Set<string>();

  /** `client` is the client's IP address, which the proxy forwards. */
  constructor(base: string, client: string) {
    this.#base = base;
    this.#client = client;
  }

  /** Returns the values of all cookies that this browser has ever received. */
  cookieValues(): string[] {
    return [...this.#everyCookie].filter((value) => value.length >= 16);
  }

  get(address: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send(address, { headers });
  }

  post(address: string, fields: Record<string, string>): Promise<Answer> {
    return this.#send(address, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /**
   * Submits the form whose action matches, with these fields filled in and with a file if the form has a file
   * field.
   */
  submit(page: Answer, action: RegExp, fields: Record<string, string>, file = NO_FILE): Promise<Answer> {
    const { forms } = readPage(page.body, page.address);
    const form = forms.find((each) => action.test(each.action.split('?')[0] ?? '') && each.method === 'post');
    if (!form)
      throw new Error(
        `${page.address} (${page.status}) has no form ${action}: ${forms.map((each) => each.action)}`,
      );
    const typed = form.fields.flatMap(({ name, type, value, options }) => {
      const given = fields[name] ?? (options.find((option) => option !== '') || value);
      return type === 'checkbox' || type === 'file' || name === 'website' ? [] : [[name, given] as const];
    });
    if (!form.isMultipart) return this.post(form.action, Object.fromEntries(typed));
    const body = new FormData();
    for (const [name, value] of typed) body.set(name, value);
    for (const { name, type } of form.fields)
      if (type === 'file') body.set(name, new Blob([file.content]), file.name);
    return this.#send(form.action, { method: 'POST', body });
  }

  async #send(address: string, init: RequestInit): Promise<Answer> {
    const local = address.replace(/^https?:\/\/[^/]+/, '');
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(this.#base + local, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie, 'x-forwarded-for': this.#client, 'sec-fetch-site': 'same-origin' },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
      this.#everyCookie.add(value);
    }
    const location = answer.headers.get('location') ?? '';
    return { address: local, status: answer.status, location, body: await answer.text() };
  }
}
