import type { Attack, AttackContext, Outcome } from './attack.ts';
import { BEHIND_PROXY, clientOf, post, query, seedAccount, signIn } from './visitor.ts';

const STRANGER = 'stranger@example.com';
const OWNER = 'owner@example.com';
const PASSWORD = 'three words together';
const CLIENTS = 15;
const ROUNDS = 20;

/**
 * Repeatedly requests email to one address, through every form that accepts an email address, from many
 * networks.
 */
export const attack: Attack = {
  name: 'mail-flood',
  guarantee:
    'One address gets few mails that others asked for, and its owner still gets a link for a new password',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ startService }: AttackContext): Promise<Outcome> {
  const service = await startService({ ...BEHIND_PROXY, PASSWORD_HASH_COST: '10' });
  await seedAccount(service, OWNER, PASSWORD);
  await seedAccount(service, 'eve@example.com', PASSWORD);
  const eve = await signIn(service, 'eve@example.com', PASSWORD);
  const answers = new Set<string>();
  const send = async (
    form: string,
    fields: Record<string, string>,
    from: { client: string; cookie?: string },
  ) => {
    const { status } = await post(service, form, fields, from);
    answers.add(`${form} ${status}`);
  };
  for (let number = 0; number < CLIENTS * ROUNDS; number += 1) {
    const client = clientOf(number % CLIENTS);
    const sign = { name: 'Eve', email: STRANGER, password: 'what a stranger chose' };
    const forms = [
      () => send('/sign-up', sign, { client }),
      () => send('/confirm-email/again', { email: STRANGER }, { client }),
      () => send('/sign-up', { ...sign, email: OWNER }, { client }),
      () => send('/forgot-password', { email: OWNER }, { client }),
      () =>
        send(
          '/settings/email',
          { email: STRANGER, email_password: PASSWORD },
          { client, cookie: eve.cookies },
        ),
    ];
    await forms[number % forms.length]?.();
  }
  const count = async (to: string) => {
    const rows = await query(service, 'select subject from mails where recipient = $1', [to]);
    return rows.length;
  };
  const toStranger = await count(STRANGER);
  const toOwner = await count(OWNER);
  const resets = await query(service, 'select id from mails where recipient = $1 and subject = $2', [
    OWNER,
    'Choose a new password',
  ]);
  return {
    held: toStranger <= 3 && toOwner <= 6 && resets.length > 0,
    saw:
      `${CLIENTS * ROUNDS} forms from ${CLIENTS} networks: ${toStranger} mails to somebody without an account, ` +
      `${toOwner} to an owner, ${resets.length} of them with a link for a new password (${[...answers].sort().join(', ')})`,
  };
}
