import type { FastifyPluginAsync } from 'fastify';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { RetentionDays } from '../../../privacy/retention/retention.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { FOR_ANYONE, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { Html } from '../../kit/html.ts';
import { renderAccessibility } from './accessibility-page.ts';
import { FOR_ORGANIZERS, FOR_VENDORS } from './audience-messages.ts';
import { renderForOrganizers, renderForVendors } from './audience-pages.ts';
import { renderContact } from './contact-page.ts';
import { ACCESSIBILITY, CONTACT, TERMS } from './messages.ts';
import type { ServiceOperator } from './operator-contact.ts';
import { PRIVACY } from './privacy-messages.ts';
import { renderPrivacy } from './privacy-page.ts';
import { renderSecurityTxt } from './security-txt.ts';
import { renderTerms } from './terms-page.ts';

interface AboutPagesOptions {
  readonly baseUrl: string;
  readonly limits: { readonly PAGE: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly operator: ServiceOperator;
  readonly now: () => Date;
  /** True if a payment provider is configured. */
  readonly takesPayment: boolean;
  /** The retention periods for data that is no longer needed. */
  readonly retention: RetentionDays;
}

interface AboutPage {
  readonly title: string;
  readonly description: string;
  readonly render: (fictional: boolean | undefined) => Html;
}

/**
 * Pages about the service, its audiences, its operator and the data it stores. Apart from the settings,
 * nothing changes these pages.
 */
export const aboutPages: FastifyPluginAsync<AboutPagesOptions> = async (app, options) => {
  const { baseUrl, limits, isFictional } = options;
  preparePages(app);
  const onRequest = app.rateLimit({ name: 'about', perMinute: limits.PAGE });
  const route = { schema: { hide: true }, config: TRANSLATED, onRequest };
  for (const [address, pageIn] of Object.entries(pagesOf(options)))
    app.get(address, route, async (request, reply) => {
      const fictional = await isFictional();
      const language = languageOf(request);
      const { title, description, render } = pageIn(language);
      const canonical = `${baseUrl}${address}`;
      const main = render(fictional);
      const page = renderPage({ title, description, language, canonical, fictional, current: address, main });
      return sendPage(reply, 200, page, FOR_ANYONE);
    });

  app.get('/.well-known/security.txt', { schema: { hide: true }, onRequest }, async (request, reply) => {
    const body = renderSecurityTxt(options.operator, baseUrl, options.now());
    if (body === undefined)
      throw new AppError(
        'not_found',
        'The operator of this service has not said where to report security problems.',
      );
    return sendCacheable(request, reply, {
      body,
      type: 'text/plain; charset=utf-8',
      maxAgeSeconds: SECURITY_TXT_SECONDS,
    });
  });
};

const SECURITY_TXT_SECONDS = 3_600;

function pagesOf({
  operator,
  takesPayment,
  retention,
}: AboutPagesOptions): Readonly<Record<string, (language: Language) => AboutPage>> {
  const named = { state: REGULATOR.jurisdiction };
  return {
    '/for-organizers': (language) => ({
      title: FOR_ORGANIZERS[language].title,
      description: FOR_ORGANIZERS[language].description(named),
      render: (fictional) => renderForOrganizers(fictional, language),
    }),
    '/for-vendors': (language) => ({
      title: FOR_VENDORS[language].title,
      description: FOR_VENDORS[language].description(named),
      render: () => renderForVendors(language),
    }),
    '/contact': (language) => ({
      ...titlesOf(CONTACT[language]),
      render: () => renderContact(operator, language),
    }),
    '/privacy': (language) => ({
      ...titlesOf(PRIVACY[language]),
      render: () => renderPrivacy(operator, takesPayment, retention, language),
    }),
    '/terms': (language) => ({
      ...titlesOf(TERMS[language]),
      render: () => renderTerms(operator, language),
    }),
    '/accessibility': (language) => ({
      ...titlesOf(ACCESSIBILITY[language]),
      render: () => renderAccessibility(language),
    }),
  };
}

function titlesOf({ title, description }: Pick<AboutPage, 'title' | 'description'>) {
  return { title, description };
}
