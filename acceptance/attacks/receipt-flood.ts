import { statSync } from 'node:fs';
import path from 'node:path';
import type { Attack } from './attack.ts';
import { countOne, flood, tally } from './flood.ts';
import { BEHIND_PROXY, query } from './visitor.ts';

const LIST = 60;
const MINUTE_DECISIONS = 60;
const DAY_DECISIONS = 1_000;
const DAY_MS = 86_400_000;

/**
 * Clients at four addresses request as many receipts as they can. Half of them repeat the same request, and
 * half use a different date each time.
 */
export const attack: Attack = {
  name: 'receipt-flood',
  guarantee:
    'A client without an account files at most 1,000 receipts a day, and none by asking the same again',
  engines: ['sqlite'],
  async run({ startService, seconds }) {
    const service = await startService({ ...BEHIND_PROXY, LOG_LEVEL: 'error' });
    const answer = await fetch(`${service.url}/api/vendors?limit=${LIST}`);
    const vendors = ((await answer.json()) as { id: string }[]).map(({ id }) => ({ vendor_id: id }));
    const bytes = () =>
      ['ledger.sqlite', 'ledger.sqlite-wal'].reduce(
        (sum, name) =>
          sum + (statSync(path.join(service.dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    const count = async () =>
      Number((await query(service, 'select count(*) as count from receipts'))[0]?.count ?? 0);
    let sent = 0;
    return flood(service, {
      seconds,
      async attack(until) {
        const began = { receipts: await count(), bytes: bytes(), at: Date.now() };
        const statuses = new Map<number, number>();
        while (Date.now() < until) {
          const isRepeater = sent % 2 === 0;
          const days = isRepeater ? 30 : sent % 700;
          const asked = await fetch(`${service.url}/api/v1/decisions`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-forwarded-for': `198.51.100.${sent % 4}`,
            },
            body: JSON.stringify({
              event_type: 'festival',
              vendors,
              event_date: new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
            }),
          });
          await asked.arrayBuffer();
          countOne(statuses, asked.status);
          sent += 1;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        const filed = (await count()) - began.receipts;
        const minutes = Math.ceil((Date.now() - began.at) / 60_000) + 1;
        const most = LIST + 2 * Math.min(DAY_DECISIONS, minutes * MINUTE_DECISIONS);
        return {
          held: filed <= most,
          saw: `lists of ${LIST} from 4 addresses: ${tally(statuses)}; ${filed} receipts filed (at most ${most}), ${Math.round((bytes() - began.bytes) / 1024)} KB`,
        };
      },
    });
  },
};
