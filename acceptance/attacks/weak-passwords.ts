import type { Attack, AttackContext, Outcome } from './attack.ts';
import { BEHIND_PROXY, clientOf, post } from './visitor.ts';

const WEAK = ['Summer2026!', 'Password2026', 'Welcome1!!', 'Florida2026!', 'P@ssw0rd2026', 'iloveyou2026'];
WEAK.push(
  'FoodTruck2026!',
  'Vendor-Compliance',
  'adalovelace1',
  'qwertyuiop[]',
  '1qaz2wsx3edc4rfv',
  'abcabcabcabc',
);
const GOOD = [
  'three words together',
  'fictional-parks',
  'tulip engine harvest',
  'kT7#mq2!xPw',
  'quite another one',
];

/** Signs up with the passwords that a guesser tries first. */
export const attack: Attack = {
  name: 'weak-passwords',
  guarantee: 'A common password is refused however it is dressed up, and a good one is taken',
  engines: ['sqlite'],
  run,
};

async function run({ startService }: AttackContext): Promise<Outcome> {
  const service = await startService({ ...BEHIND_PROXY, PASSWORD_HASH_COST: '10' });
  let number = 0;
  const taken: string[] = [];
  for (const password of [...WEAK, ...GOOD]) {
    number += 1;
    const form = { name: 'Ada Lovelace', email: `ada.lovelace${number}@example.com`, password };
    if ((await post(service, '/sign-up', form, { client: clientOf(number) })).status === 303)
      taken.push(password);
  }
  const weak = taken.filter((password) => WEAK.includes(password));
  const good = taken.filter((password) => GOOD.includes(password));
  return {
    held: weak.length === 0 && good.length === GOOD.length,
    saw: `${weak.length} of ${WEAK.length} weak passwords taken (${weak.join(', ') || 'none'}), ${good.length} of ${GOOD.length} good ones`,
  };
}
