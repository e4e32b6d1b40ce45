import type { Language } from '../../../lib/language/language.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { ACCESSIBILITY } from './messages.ts';

export function renderAccessibility(language: Language): Html {
  const t = ACCESSIBILITY[language];
  return html`<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<section class="part"><h2>${t.aim}</h2><div>
<p>${t.aimText({ guidelines: linkTo('https://www.w3.org/TR/WCAG22/') })}</p>
<ul><li>${t.noScript}</li>
<li>${t.narrow}</li>
<li>${t.color}</li>
<li>${t.charts}</li>
<li>${t.pdfs}</li></ul></div></section>
<section class="part"><h2>${t.test}</h2><div>
<p>${t.testText}</p></div></section>
<section class="part"><h2>${t.notYet}</h2><div>
<ul><li>${t.english({ docs: linkTo('/docs') })}</li>
<li>${t.readers}</li>
<li>${t.files}</li></ul></div></section>
<section class="part"><h2>${t.tell}</h2><div>
<p>${t.tellText({ contact: linkTo('/contact') })}</p></div></section>`;
}
