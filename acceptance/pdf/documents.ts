import { createHash, randomBytes } from 'node:crypto';
import { readPage } from '../../test/support/read-page.ts';
import { query } from '../attacks/visitor.ts';
import type { RunningService } from '../support/service.ts';

/**
 * Puts documents for the demo's applications into every state. They are uploaded and decided on the pages
 * that people use.
 */

type Decision = 'confirm' | 'reject' | 'waive' | 'override';
interface Step {
  readonly does: 'upload' | Decision;
  /** The expiration date that is entered with the document, as a number of days from today. */
  readonly inDays?: number;
}

/**
 * The steps for an application's documents, in the order of the event's requirements. Other documents are
 * left unchanged.
 */
const STORIES: readonly (Readonly<Record<string, readonly Step[]>> | undefined)[] = [
  {
    insurance_certificate: [{ does: 'upload', inDays: 20 }, { does: 'override' }],
    food_manager_certificate: [
      { does: 'upload', inDays: 90 },
      { does: 'confirm', inDays: 91 },
    ],
    generator_details: [{ does: 'upload', inDays: 92 }, { does: 'reject' }],
    hood_suppression_certificate: [{ does: 'waive' }],
    fire_extinguisher_tag: [{ does: 'upload', inDays: 93 }],
  },
  {
    insurance_certificate: [
      { does: 'upload', inDays: 120 },
      { does: 'confirm', inDays: 120 },
      { does: 'upload', inDays: 400 },
      { does: 'reject' },
    ],
    food_manager_certificate: [{ does: 'waive' }],
    fire_extinguisher_tag: [
      { does: 'upload', inDays: 94 },
      { does: 'confirm', inDays: 94 },
      { does: 'upload', inDays: 95 },
    ],
  },
];

export const STATES_WANTED = ['to_collect', 'received', 'confirmed', 'waived', 'rejected'] as const;

/**
 * Uploads documents and decides on them. Returns the texts that were typed and must be printed, by
 * application.
 */
export async function fileDocuments(
  service: RunningService,
  { cookie, event, applications }: { cookie: string; event: string; applications: readonly string[] },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const typed = new Map<string, readonly string[]>();
  for (const [index, story] of STORIES.entries()) {
    const id = applications[index];
    if (id === undefined) throw new Error(`the demo has ${applications.length} applications`);
    const token = randomBytes(24).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    await query(service, 'UPDATE applications SET link_sha256 = $1 WHERE id = $2', [hash, id]);
    const reasons: string[] = [];
    for (const [code, steps] of Object.entries(story ?? {}))
      for (const step of steps) {
        if (step.does === 'upload') await upload(service, token, code, step);
        else {
          const reason = `${step.does} ${code.replaceAll('_', ' ')}: ${index + 1}st reason, “as told”`;
          await decide(service, `${event}/applications/${id}/documents`, cookie, { ...step, code, reason });
          if (step.does !== 'confirm') reasons.push(reason);
        }
      }
    typed.set(id, reasons);
  }
  return typed;
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function upload(
  { url }: RunningService,
  token: string,
  code: string,
  { inDays = 90 }: Step,
): Promise<void> {
  const form = new FormData();
  form.set(`${code}_expires_on`, dayIn(inDays));
  form.set(`${code}_file`, new Blob([`%PDF-1.7\n% ${randomBytes(8).toString('hex')}`]), 'scan.pdf');
  const address = `${url}/application/documents?token=${token}`;
  const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`${code} was not taken: ${answer.status}`);
}

async function decide(
  { url }: RunningService,
  page: string,
  cookie: string,
  { does, code, reason, inDays = 90 }: Step & { readonly code: string; readonly reason: string },
): Promise<void> {
  const seen = await fetch(`${url}${page}`, { headers: { cookie } });
  const form = readPage(await seen.text(), page).forms.find(
    ({ action, fields }) =>
      action === `${page}/${does}` && fields.some(({ name, value }) => name === 'code' && value === code),
  );
  if (!form) throw new Error(`${code} cannot be decided (${does}) on its page`);
  const fields = new URLSearchParams(Object.fromEntries(form.fields.map(({ name, value }) => [name, value])));
  fields.set(`${code}_${does}_reason`, reason);
  fields.set(`${code}_${does}_expires_on`, dayIn(inDays));
  const answer = await fetch(`${url}${page}/${does}`, {
    method: 'POST',
    body: fields,
    redirect: 'manual',
    headers: { cookie },
  });
  if (answer.status !== 303) throw new Error(`${does} ${code}: ${answer.status}`);
}
