import { findRecipient, issueLink, linkLifeSeconds, recordLinkMessage } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { nameDevice } from '../../core/http/user-agent.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Visit } from './entry.context.ts';

/** A sign-in from a browser or a network that is new to the user. */
interface NewDevice {
  readonly userId: number;
  readonly companyId: number;
  readonly sessionPublicId: string;
  readonly browserId: string;
  readonly visit: Visit;
}

const daysOfLink = linkLifeSeconds.endSession / (24 * 60 * 60);

/** Mails the user about a sign-in from a new browser or network, with a link that ends the session (SES-18). */
export async function mailNewDeviceNotice(
  mail: Mail,
  transaction: Queryable,
  { userId, companyId, sessionPublicId, browserId, visit }: NewDevice,
): Promise<void> {
  const user = await findRecipient(transaction, userId);
  if (!user) return;
  const data = { sessionPublicId, browserId };
  const { token, path, expiresAt } = await issueLink(transaction, { kind: 'endSession', userId, data });
  const messageId = await mail.enqueue(transaction, {
    template: 'newSignIn',
    data: {
      login: user.login,
      at: new Date().toISOString(),
      device: nameDevice(visit.origin.userAgent),
      address: visit.origin.address ?? '',
      path,
      days: daysOfLink,
    },
    to: { address: user.email, name: user.name },
    locale: user.locale ?? visit.locale,
    companyId,
    accountId: user.accountId,
    expiresAt,
  });
  await recordLinkMessage(transaction, token, messageId);
}
