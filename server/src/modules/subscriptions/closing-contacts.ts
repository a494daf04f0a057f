import type { ParsedRequestOf, subscriptions } from '@portico/contract';
import { defineLimit } from '../../http/limits.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { insertClosingContact } from './closing-contacts.queries.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { requireSubscription } from './subscriptions.service.ts';

type Contact = ParsedRequestOf<typeof subscriptions.contactBeforeClosing>['body'];

/** Requests to be contacted that an account may make in an hour. Each one is a message to the vendor. */
const contactLimit = defineLimit('closing-contact', 10, 3_600);

/**
 * Keeps who wants to be talked to before an account is closed (SUB-22).
 * @throws NotFoundError also for another account's subscription; TooManyRequestsError.
 */
export async function contactBeforeClosing(
  context: SubscriptionsContext & RequestContext,
  id: number,
  { name, email, phone, interview = false }: Contact,
): Promise<Record<string, never>> {
  const { database, audit, accountId, session, actor } = context;
  const { id: subscriptionId } = await requireSubscription(context, id);
  await contactLimit.take(database, accountId);
  const contact = { accountId, userId: session.user.id, subscriptionId, name, email, phone: phone || null, interview };
  await database.transaction(async (transaction) => {
    await insertClosingContact(transaction, contact);
    const event = { kind: 'closingContactAsked', detail: { subscriptionId, interview } } as const;
    await audit.record({ ...actor, ...event }, transaction);
  });
  return {};
}
