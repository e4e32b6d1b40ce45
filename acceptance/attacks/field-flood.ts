import { request } from 'node:http';
import type { Attack } from './attack.ts';
import { countOne, flood, tally } from './flood.ts';

const FIELDS = 1_500_000;
const FORMS = [
  '/check/list/decide',
  '/check/list',
  '/verify',
  '/docs/try/search',
  '/sign-in',
  '/events/x/applications',
];
const PATTERNS = ['a&', '&', 'a=&'];

/** Every request comes from a different IP address, to stay under the per-address limits. */
export const attack: Attack = {
  name: 'field-flood',
  guarantee: 'Forms of a million fields are refused before anything takes them apart',
  engines: ['sqlite'],
  async run({ startService, seconds }) {
    const service = await startService({ LOG_LEVEL: 'error' });
    const bodies = PATTERNS.map((field) => Buffer.from(field.repeat(FIELDS)).subarray(0, 3_000_000));
    let sent = 0;
    return flood(service, {
      seconds,
      async attack(until) {
        const statuses = new Map<number, number>();
        while (Date.now() < until) {
          const body = bodies[sent % bodies.length] ?? Buffer.alloc(0);
          const path = FORMS[sent % FORMS.length] ?? '';
          countOne(statuses, await send(service.port, path, body, sent));
          sent += 1;
        }
        const read = [...statuses.keys()].filter(
          (status) => status !== 0 && ![404, 413, 429].includes(status),
        );
        return { held: read.length === 0, saw: `forms of 3 MB: ${tally(statuses)}` };
      },
    });
  },
};

/** Returns the status code, or 0 if the connection is closed before the response arrives. */
function send(port: number, path: string, body: Buffer, number: number): Promise<number> {
  return new Promise((resolve) => {
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: false,
        localAddress: `127.0.${1 + (number % 200)}.${1 + (Math.floor(number / 200) % 200)}`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': body.length,
          'sec-fetch-site': 'same-origin',
        },
      },
      (answer) => {
        answer.resume();
        answer.once('close', () => resolve(answer.statusCode ?? 0));
      },
    );
    sending.once('error', () => resolve(0));
    sending.end(body);
  });
}
