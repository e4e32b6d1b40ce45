import { inLanguage } from '../../lib/language/language-address.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { aboutEvent, compose, type OrganizedEvent, shortName } from '../applications/notices/mail-texts.ts';
import { INVITATION } from './messages.ts';

/** Returns the email that invites a vendor to apply to an event. */
export function invitationMail(
  {
    email,
    token,
    event,
  }: {
    readonly email: string;
    readonly token: string;
    readonly event: OrganizedEvent & { readonly id: string; readonly owner_name: string };
  },
  baseUrl: string,
): Mail {
  const organizer = shortName(event.organizer_name || event.owner_name);
  const linkIn = (language: 'en' | 'es', path: string) => `${baseUrl}${inLanguage(path, language)}`;
  const stop = `/invitations/stop?token=${encodeURIComponent(token)}`;
  const part = (language: 'en' | 'es') => {
    const t = INVITATION[language];
    return [
      t.invited({ organizer }),
      ...(language === 'en' ? [aboutEvent(event)] : []),
      t.apply({ link: linkIn(language, `/events/${event.id}`) }),
      t.stop({ link: linkIn(language, stop) }),
    ];
  };
  const mail = compose(email, `Apply for a spot: ${shortName(event.name)}`, baseUrl, [
    ...part('en'),
    ...part('es'),
  ]);
  return event.replyTo === undefined ? mail : { ...mail, replyTo: event.replyTo };
}
