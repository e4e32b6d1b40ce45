import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { linkIn } from './mailbox.ts';
import type { BrowserRun } from './run.ts';
import { confirmByMail, done, fill, openPage, submit } from './steps.ts';

/**
 * Tests the team and calendar pages. An invitation is sent, read, accepted and logged, and the private
 * calendar feed is created and turned off.
 */

const MEMBER = {
  name: 'Mia Manager',
  email: 'mia@browser.example',
  password: 'nine humble kettles whistle',
};

export async function runTeam({ origin, browser, mailbox, inspect }: BrowserRun, owner: Page): Promise<void> {
  await owner.goto(`${origin}/settings/team`);
  await inspect.look(owner, 't1-team');
  await owner.locator('main form[action="/settings/team"] button[type=submit]').click();
  await inspect.look(owner, 't2-invitation-refused');
  await fill(owner, { email: MEMBER.email });
  await owner.check('main [name=role][value=manager]');
  await owner.locator('main form[action="/settings/team"] button[type=submit]').click();
  await inspect.look(owner, 't3-invited');
  const link = linkIn(await mailbox.next(MEMBER.email), '/settings/team/join/');

  const member = await openPage(browser);
  await member.goto(`${origin}/sign-up`);
  await fill(member, { name: MEMBER.name, email: MEMBER.email, password: MEMBER.password });
  await submit(member);
  await confirmByMail(member, MEMBER, { mailbox, inspect, name: 't4-confirm-email' });
  await member.goto(link);
  await inspect.look(member, 't5-invitation');
  await member.getByRole('button', { name: /join|accept/i }).click();
  await inspect.look(member, 't6-joined');
  await member.goto(`${origin}/organizer`);
  await inspect.look(member, 't7-events-of-the-team');
  await member.goto(link);
  await inspect.look(member, 't8-invitation-used');

  await owner.goto(`${origin}/settings/team`);
  assert.match((await owner.textContent('main')) ?? '', /Mia Manager/);
  await inspect.look(owner, 't9-members-and-log');
  await owner.goto(`${origin}/settings/calendar`);
  await inspect.look(owner, 't10-calendar');
  await submit(owner);
  assert.match((await owner.textContent('main')) ?? '', /calendar\.ics\?token=/);
  await inspect.look(owner, 't11-calendar-address');
  done('invited a manager, who joined; made the address of a calendar');
}
