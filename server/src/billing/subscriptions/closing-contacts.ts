import type { ParsedRequestOf, subscriptions } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import { localize } from '../../core/messages/index.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { insertClosingContact } from './subscriptions.queries.ts';
import { getSubscriptionRow } from './subscriptions.service.ts';

type Contact = ParsedRequestOf<typeof subscriptions.contactBeforeClosing>['body'];

/**
 * The maximum number of requests to be contacted that an account may make per hour (LIM-8). Each is a message to the
 * vendor.
 */
const contactLimit = defineLimit('closing-contact', 10, 3_600);

export interface ClosingContactsContext extends SubscriptionsContext {
  readonly mail: Pick<Mail, 'enqueue'>;
  readonly config: Pick<Config, 'contactEmail'>;
}

/**
 * Stores a person who wants to be contacted before the account is closed, and mails the vendor if the vendor has an address (SUB-32).
 * @throws NotFoundError also for another account's subscription; TooManyRequestsError.
 */
export async function contactBeforeClosing(
  context: ClosingContactsContext & RequestContext,
  id: number,
  { name, email, phone, interview = false }: Contact,
): Promise<Record<string, never>> {
  const { database, audit, catalog, mail, config, accountId, session, actor, locale } = context;
  const { id: subscriptionId, productId } = await getSubscriptionRow(context, id);
  await contactLimit.take(database, accountId);
  const product = (await catalog.findProducts()).get(productId);
  const contact = { name, email, phone: phone || null, interview };
  await database.transaction(async (transaction) => {
    await insertClosingContact(transaction, { accountId, userId: session.user.id, subscriptionId, ...contact });
    const event = { kind: 'closingContactAsked', detail: { subscriptionId, interview } } as const;
    await audit.record({ ...actor, ...event }, transaction);
    if (config.contactEmail === null) return;
    const productName = product ? localize(product.displayName, locale) : productId;
    await mail.enqueue(transaction, {
      template: 'closingContact',
      data: { accountName: session.account.name, productName, ...contact },
      to: { address: config.contactEmail },
      replyTo: { name, address: email },
      locale,
      companyId: session.account.companyId,
      accountId,
    });
  });
  return {};
}
