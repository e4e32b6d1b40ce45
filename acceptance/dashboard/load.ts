import { setTimeout as wait } from 'node:timers/promises';

/** Requests of every kind, more and fewer by turns: what a busy day does, within minutes. */

const CLIENTS = 14;
const WAVE_S = 60;

export async function makeTraffic(url: string, traffic: { readonly isOver: boolean }): Promise<void> {
  const ids = ((await (await fetch(`${url}/api/vendors?limit=50`)).json()) as { id: string }[]).map(
    ({ id }) => id,
  );
  const began = performance.now();
  const client = async (number: number) => {
    for (let turn = number; !traffic.isOver; turn += 1) {
      const id = ids[turn % ids.length] ?? '';
      const address = ADDRESSES[turn % ADDRESSES.length] ?? '/';
      await fetch(url + address.replace(':id', id)).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      );
      const wave = 1 + Math.sin(((performance.now() - began) / 1000 / WAVE_S) * 2 * Math.PI);
      await wait(60 + 400 * wave);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

const ADDRESSES = [
  ...['/api/v1/decision?vendor_id=:id', '/api/vendors/:id/scorecard', '/api/vendors?q=taco', '/vendor/:id'],
  ...['/api/vendors/:id', '/api/v1/decision?vendor_id=:id', '/badge/:id.svg', '/', '/search?q=grill'],
  ...['/api/v1/decision?vendor_id=:id&event_type=festival', '/nothing', '/api/v1/coverage', '/events'],
];
