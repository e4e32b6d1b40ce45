import { listAddresses } from '../../../test/support/addresses.ts';
import { openTestApp } from '../../../test/support/demo-app.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { type HostileRequest, listHostileRequests } from '../../../test/support/hostile-values.ts';
import { insertApplication } from './organizers.ts';
import { insertEvent, joinAsOperator } from './people.ts';
import { type Answer, type RaceTarget, withStatus } from './target.ts';
import { openShop } from './vendors.ts';

const AT_ONCE = 8;

/** Sends hostile values in every path, query and form, as an operator who has an event and a license. */
export async function sendHostileValues(target: RaceTarget): Promise<void> {
  const { owner, claim } = await openShop(target, 'hostile');
  const operator = await joinAsOperator(target);
  await target.ledger.rows('update claims set account_id = ? where account_id = ?', operator.id, owner.id);
  const event = await insertEvent(target.ledger, operator.id);
  const { id: application } = await insertApplication(target, event, 'submitted', 0);
  const [vendor] = await target.records.rows('select id from vendors order by position');
  const idOf = (address: string, parameter: string) => {
    if (parameter === 'aid') return application;
    if (parameter === 'claimId' || address.startsWith('/operator/claims')) return claim;
    return /^\/(organizer|events|api\/v1\/events)/.test(address) ? event : String(vendor?.id);
  };
  const waiting = listHostileRequests(await listOwnAddresses(), idOf);
  const answers: Answer[] = [];
  const failed = new Set<string>();
  const sendInTurn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = await send(target, next, operator.cookie);
      answers.push(answer);
      if (answer.status >= 500 || answer.status === 0) failed.add(nameOf(next));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
  const refused = answers.filter(({ status }) => status >= 400 && status < 500).length;
  console.log(
    `         hostile values: ${answers.length} sent, ${refused} refused, ${withStatus(answers, 200)} answered with 200`,
  );
  for (const each of failed) target.wrong.push(`a hostile value made this fail: ${each}`);
}

/** Lists the routes of this checkout. The attacked checkout may lack some of them, and then returns 404. */
async function listOwnAddresses(): Promise<string[]> {
  const database = await openTestSqlite();
  const { app } = await openTestApp(database);
  const addresses = listAddresses(app);
  await app.close();
  await database.close();
  return addresses;
}

function send(target: RaceTarget, { method, url, form }: HostileRequest, cookie: string): Promise<Answer> {
  // The session must last until the end, so it is not signed out.
  const own = url.startsWith('/sign-out') ? '' : cookie;
  return method === 'GET' ? target.get(url, own) : target.post(url, form ?? {}, own);
}

function nameOf({ method, url, place, text }: HostileRequest): string {
  return `${method} ${url.split('?')[0]}, ${place}: ${JSON.stringify(text.slice(0, 40))}`;
}
