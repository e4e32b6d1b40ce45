import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { countOne, flood, tally } from './flood.ts';

const VENDORS = 100;
const AT_ONCE = 3;
/** The number of calls per minute that three keys together are allowed to make. */
const CALLS = 21;
const MINUTE_MS = 60_000;

export const attack: Attack = {
  name: 'agent-lists',
  guarantee: 'Lists of 100 vendors that agents check hold nobody else up',
  engines: ['sqlite'],
  async run({ startService, seconds }) {
    const service = await startService({
      LOG_LEVEL: 'error',
      RATE_LIMIT_MCP: '0',
      RATE_LIMIT_DECISION: '0',
      RATE_LIMIT_LIST_DAY: '0',
      RATE_LIMIT_DECISION_DAY: '0',
    });
    const answer = await fetch(`${service.url}/api/vendors?limit=${VENDORS}`);
    const vendors = ((await answer.json()) as { id: string }[]).map(({ id }) => ({ vendor_id: id }));
    const call = async (): Promise<string> => {
      const answer = await fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'check_list', arguments: { event_type: 'festival', vendors } },
        }),
      });
      const text = await answer.text();
      return `${answer.status}${text.includes('"isError":true') || text.includes('"error":{') ? ' refused' : ''}`;
    };
    return flood(service, {
      seconds,
      async attack(until) {
        const answers = new Map<string, number>();
        while (Date.now() < until) {
          const next = Date.now() + MINUTE_MS;
          for (let sent = 0; sent < CALLS && Date.now() < until; sent += AT_ONCE)
            for (const seen of await Promise.all(Array.from({ length: AT_ONCE }, call)))
              countOne(answers, seen);
          await wait(Math.max(0, Math.min(next, until) - Date.now()));
        }
        return {
          held: answers.has('200'),
          saw: `lists of ${VENDORS}, ${AT_ONCE} at a time: ${tally(answers)}`,
        };
      },
    });
  },
};
