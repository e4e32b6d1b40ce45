import type { FastifyPluginAsync } from 'fastify';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { sendPage } from '../../kit/forms.ts';
import type { Html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { preparePages } from '../../kit/page-context.ts';
import { renderAccessibility } from './accessibility-page.ts';
import { renderForOrganizers, renderForVendors } from './audience-pages.ts';
import { renderContact } from './contact-page.ts';
import type { ServiceOperator } from './operator-contact.ts';
import { renderPrivacy } from './privacy-page.ts';
import { renderTerms } from './terms-page.ts';

interface AboutPagesOptions {
  readonly baseUrl: string;
  readonly limits: { readonly PAGE: number };
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly operator: ServiceOperator;
  /** Whether a payment provider is set up. */
  readonly takesPayment: boolean;
}

interface AboutPage {
  readonly title: string;
  readonly description: string;
  readonly render: (fictional: boolean | undefined) => Html;
}

/** What the service is, for whom, who runs it, and what it keeps: pages that change with its settings alone. */
export const aboutPages: FastifyPluginAsync<AboutPagesOptions> = async (app, options) => {
  const { baseUrl, limits, isFictional } = options;
  preparePages(app);
  const onRequest = app.rateLimit({ name: 'about', perMinute: limits.PAGE });
  for (const [address, { title, description, render }] of Object.entries(pagesOf(options)))
    app.get(address, { schema: { hide: true }, onRequest }, async (_request, reply) => {
      const fictional = await isFictional();
      const canonical = `${baseUrl}${address}`;
      const main = render(fictional);
      const page = renderPage({ title, description, canonical, fictional, current: address, main });
      return sendPage(reply, 200, page, { 'cache-control': 'no-cache' });
    });
};

function pagesOf({ operator, takesPayment }: AboutPagesOptions): Readonly<Record<string, AboutPage>> {
  return {
    '/for-organizers': {
      title: 'For organizers',
      description: `Check ${REGULATOR.jurisdiction} food vendors, take applications and keep the proof.`,
      render: renderForOrganizers,
    },
    '/for-vendors': {
      title: 'For vendors',
      description: `Your ${REGULATOR.jurisdiction} license and inspections as organizers see them, and what to do about them.`,
      render: renderForVendors,
    },
    '/contact': {
      title: 'Contact',
      description: 'Who runs this service, and who can help with what.',
      render: () => renderContact(operator),
    },
    '/privacy': {
      title: 'Privacy',
      description: 'What this service stores, for how long, and who sees it.',
      render: () => renderPrivacy(operator, takesPayment),
    },
    '/terms': {
      title: 'Terms',
      description: 'What you can rely on here, and what we ask of you.',
      render: () => renderTerms(operator),
    },
    '/accessibility': {
      title: 'Accessibility',
      description: 'What we aim at, how we test, and what does not work yet.',
      render: renderAccessibility,
    },
  };
}
