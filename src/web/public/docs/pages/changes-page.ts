import { type Html, html } from '../../../kit/html.ts';
import { renderExample } from '../example-parts.ts';
import type { DocsExamples } from '../examples.ts';
import { type GuideContext, renderCode, renderGuide, renderTable } from '../guide.ts';

const KINDS: readonly (readonly [kind: string, values: string])[] = [
  [
    'appeared, disappeared',
    'The vendor is new on record, or no longer has a record. No other change comes with it.',
  ],
  ['hold', 'The regulator closed the business, or reopened it.'],
  ['status', 'Status and last day of the license, and whether we confirm it.'],
  ['verdict', 'What a decision says on the day of the publication, for no event in particular.'],
  ['grade', 'The letter, or why there is none.'],
  ['identity', 'Name, former name, number and kind of the license, place.'],
  ['gravest_event', 'The most severe enforcement action on file.'],
  ['uncertain_record', 'Why inspections may be another owner’s.'],
  ['visits', 'Inspections that are new, gone or changed, in short.'],
];

/** Explains how a program can keep its copy of the records up to date. */
export function renderFollowing({ examples }: DocsExamples, context: GuideContext): Html {
  const { baseUrl } = context;
  const example = examples.find(({ operation }) => operation === 'listChanges');
  const rows = KINDS.map(([kind, values]) => [html`<code>${kind}</code>`, values]);
  const body = html`<p class="lead">Keep a copy of the records in step without reading all of them again: <a href="/docs/endpoints/listChanges">GET /api/v1/changes</a> tells what each publication changed, in order.</p>
<h2>Three steps</h2>
<p>1. Ask for the end of the feed, and keep <code>meta.next</code>:</p>
${renderCode(`curl '${baseUrl}/api/v1/changes?after=now'`)}
<p>2. Read the vendors once, with <a href="/docs/endpoints/searchVendors">search</a> and <a href="/docs/endpoints/getScorecard">scorecards</a>.</p>
<p>3. Keep asking for what comes after your cursor. With <code>wait=30</code>, the response waits up to 30 seconds for a change:</p>
${renderCode(`curl '${baseUrl}/api/v1/changes?after=<meta.next>&wait=30'`)}
<p>Apply the values in <code>after</code>, then save the new <code>meta.next</code>. Nothing is skipped, and applying a change twice does no harm. <code>license_numbers</code> limits the feed to up to 200 licenses.</p>
<h2>What can change</h2>
${renderTable('Kinds of changes', ['Kind', 'What it tells'], rows)}
<p>Sums, scores and prose follow from these and are not changes by themselves. What changes only with the clock, such as the age of records, is in the responses; the feed has it once it is published.</p>
<h2>When a cursor is gone</h2>
<p>Changes are kept for 90 days. A cursor that would miss some, or that is not of this service’s records, is answered with 410 <code>cursor_gone</code>: begin again with the first step. A gap is never hidden.</p>
${example ? html`<h2>An answer</h2>${renderExample(example, baseUrl)}` : ''}`;
  return renderGuide(
    {
      address: '/docs/changes',
      title: 'Follow changes',
      description: 'Keep a copy of the vendors’ records in step: a feed of every change, with a cursor.',
      body,
    },
    context,
  );
}
