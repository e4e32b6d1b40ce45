import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { setUpSecondFactor } from '../support/second-factor.ts';
import type { RunningService } from '../support/service.ts';
import { Names, receiptsIn } from './neutral.ts';

export const HOST = 'answers.example';
const MAIL_WITHIN_MS = 30_000;
const MAILS_SETTLE_MS = 5_000;
const LOOK_EVERY_MS = 100;
const SOMETHING_RANDOM = /~[a-z]+-\d+-\d+~/;

/** A request with neutral names. Each service receives it with its own values. */
export interface Ask {
  readonly caller: string;
  readonly method: string;
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** The raw body, which is sent unchanged. The headers include its content type. */
  readonly body?: string;
  readonly apiKey?: string | undefined;
  /** If true, the request sends the ETag of the previous response. */
  readonly isConditional?: boolean;
}

export interface NeutralAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
  /** The content of the receipts in the response. */
  readonly receipts: readonly string[];
}

/** One of the two services: the requests sent to it and the names of its random values. */
export class Side {
  readonly service: RunningService;
  private readonly names = new Names();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly jars = new Map<string, Map<string, string>>();
  /** URLs whose response bodies contain something random. */
  private readonly random = new Set<string>();
  private etag = '';

  constructor(service: RunningService) {
    this.service = service;
  }

  async send(ask: Ask, number: number): Promise<NeutralAnswer> {
    const jar = this.jars.get(ask.caller) ?? new Map<string, string>();
    this.jars.set(ask.caller, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      host: HOST,
      'sec-fetch-site': 'same-origin',
      ...(cookie === '' ? {} : { cookie }),
      ...(ask.apiKey === undefined ? {} : { authorization: `Bearer ${this.names.own(ask.apiKey)}` }),
      ...(ask.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(ask.isConditional ? { 'if-none-match': this.etag } : {}),
      ...ask.headers,
    };
    const body = this.bodyOf(ask);
    const answer = await exchange(this.agent, this.service.port, {
      method: ask.method,
      path: this.names.own(ask.address),
      headers,
      body,
    });
    for (const [name, value] of answer.headers) {
      if (name.toLowerCase() === 'set-cookie') keepCookie(jar, value);
      if (name.toLowerCase() === 'etag') this.etag = value;
    }
    return this.toNeutral(answer, ask.address, number);
  }

  /**
   * Sets up a second factor. The pages are not compared, because they contain a secret and the codes depend
   * on it.
   */
  async setUpSecondFactor(caller: string, password: string): Promise<void> {
    await setUpSecondFactor(
      (address, form) =>
        this.send({ caller, method: form ? 'POST' : 'GET', address, ...(form && { form }) }, 0),
      password,
    );
  }

  private bodyOf({ form, body }: Ask): string | undefined {
    if (form === undefined) return body === undefined ? undefined : this.names.own(body);
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(form))
      fields.append(this.names.own(name), this.names.own(value));
    return fields.toString();
  }

  /** Returns the newest email to a person that contains a word, as text with neutral names. */
  async readMail(to: string, word: string, number: number): Promise<string> {
    const deadline = performance.now() + MAIL_WITHIN_MS;
    while (performance.now() < deadline) {
      const mails = await this.listMails();
      const found = mails.findLast((mail) => mail.to === to && mail.text.includes(word));
      if (found) return this.names.neutral(found.text, number);
      await wait(LOOK_EVERY_MS);
    }
    throw new Error(`no mail to ${to} with ${word}`);
  }

  /**
   * Returns every email sent so far. Random values are not named, because emails that are sent at the same
   * moment can arrive in any order.
   */
  async listNeutralMails(): Promise<string[]> {
    let mails = await this.listMails();
    // Email is sent in the background, a few every second.
    for (let last = -1; mails.length !== last; mails = await this.listMails()) {
      last = mails.length;
      await wait(MAILS_SETTLE_MS);
    }
    return mails
      .map(({ to, subject, text, html }) => [to, subject, text, html].join('\n'))
      .map((mail) => this.names.neutral(mail, 0).replace(/~([a-z]+)-\d+-\d+~/g, '~$1~'))
      .sort();
  }

  private async listMails() {
    const folder = path.join(this.service.dataDir, 'outbox');
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort();
    return Promise.all(
      files.map(async (file) => {
        const mail = await PostalMime.parse(await readFile(path.join(folder, file)));
        const to = mail.to?.map(({ address }) => address).join(', ') ?? '';
        return { to, subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' };
      }),
    );
  }

  private toNeutral({ status, headers, body }: RawAnswer, address: string, number: number): NeutralAnswer {
    const requestId = headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1] ?? '\0';
    const text = body.replaceAll(requestId, '~request~');
    const neutral = this.names.neutral(text, number);
    if (SOMETHING_RANDOM.test(neutral)) this.random.add(address);
    return {
      status,
      headers: headers.map(([name, value]) => {
        if (name.toLowerCase() === 'content-length' && neutral.includes('~wait-')) return `${name}: ~length~`;
        // Without a body (HEAD, 304), the ETag is the hash of an earlier body.
        if (name.toLowerCase() === 'etag' && this.random.has(address)) return `${name}: ~hash~`;
        return this.neutralHeader(name, value, number);
      }),
      body: neutral,
      receipts: receiptsIn(text).map((each) => this.names.neutral(each, number)),
    };
  }

  private neutralHeader(name: string, value: string, number: number): string {
    switch (name.toLowerCase()) {
      case 'date':
        return `${name}: ~date~`;
      case 'x-request-id':
        return `${name}: ~request~`;
      case 'set-cookie':
        return this.names.neutral(
          `${name}: ${value.replace(/=[^;]{20,}/, '=~cookie~').replace(/(?<=Expires=)[^;]+/i, '~time~')}`,
          number,
        );
      default:
        return this.names.neutral(`${name}: ${value}`, number);
    }
  }
}

interface RawAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

function exchange(
  agent: Agent,
  port: number,
  ask: {
    readonly method: string;
    readonly path: string;
    readonly headers: Record<string, string>;
    readonly body: string | undefined;
  },
): Promise<RawAnswer> {
  const { method, path: target, body } = ask;
  const headers =
    body === undefined ? ask.headers : { ...ask.headers, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, method, path: target, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: pairs(answer.rawHeaders),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []));
}

function keepCookie(jar: Map<string, string>, header: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
  if (value === '' || /max-age=0/i.test(header)) jar.delete(name);
  else jar.set(name, value);
}
