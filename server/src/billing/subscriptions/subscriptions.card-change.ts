import type { ResponseOf, subscriptions } from '@portico/contract';
import { findAccountBillingDetails } from '../../accounts/index.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person } from '../../core/http/session-context.ts';
import { makeChange } from '../../core/operations/index.ts';
import { findCard } from '../cards/cards.queries.ts';
import { assertNotBeingReplaced } from '../cards/cards.replacement.ts';
import { lockCardForPayment } from '../cards/cards.service.ts';
import { abandonPendingAuthentication } from '../operations/operations.service.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { StateConflictError } from './subscriptions.errors.ts';
import { type CardRequest, changeCardOperation } from './subscriptions.operations.ts';
import { lockSubscription, type SubscriptionRow } from './subscriptions.queries.ts';
import { mayChangeCard } from './subscriptions.rules.ts';
import { getSubscriptionRow, presentChange } from './subscriptions.service.ts';

/** The maximum number of changes of cards that an account may make per hour (LIM-8). */
const cardLimit = defineLimit('subscription-card', 60, 3_600);

type ChangeContext = SubscriptionsContext & RequestContext<Person>;

/**
 * Charges a subscription to another saved card of the account from now on, including its open invoices (SUB-30).
 * @throws NotFoundError for a subscription or a card that is not the account's; StateConflictError if nothing is charged any more;
 * CardError while the card is being deleted; ChangeUnderWayError; TooManyRequestsError.
 */
export async function changeCard(
  context: ChangeContext,
  id: number,
  paymentMethodId: string,
): Promise<ResponseOf<typeof subscriptions.changeCard>> {
  const { database, operations, session, accountId, actor } = context;
  const row = await getSubscriptionRow(context, id);
  await assertOwnCard(context, paymentMethodId);
  await cardLimit.take(database, accountId);
  await abandonPendingAuthentication(context, row.productId, () => {
    assertChangeable(row);
    return true;
  });
  const { stripeSubscriptionId } = row;
  const request: CardRequest = { subscriptionId: row.id, stripeSubscriptionId, paymentMethodId };
  const state = await makeChange(operations, {
    accountId,
    userId: session.user.id,
    kind: changeCardOperation.kind,
    subject: row.productId,
    request,
    actor,
    check: async (transaction) => {
      // The card first, as replacements of cards do, so that the two never wait for each other.
      await lockCardForPayment(transaction, accountId, paymentMethodId);
      const locked = await lockSubscription(transaction, accountId, row.id);
      assertChangeable(locked);
      await assertNotBeingReplaced(transaction, accountId, locked?.paymentMethodId);
    },
  });
  return presentChange(context, state, id);
}

/** @throws NotFoundError also for another account's card. */
async function assertOwnCard({ database, accountId }: ChangeContext, paymentMethodId: string): Promise<void> {
  const { customerId } = await findAccountBillingDetails(database.query, accountId);
  if (!customerId || !(await findCard(database.query, customerId, paymentMethodId))) throw new NotFoundError();
}

/** @throws StateConflictError */
function assertChangeable(row: SubscriptionRow | undefined): void {
  if (!row || !mayChangeCard(row)) throw new StateConflictError('subscription.cardNotChangeable');
}
