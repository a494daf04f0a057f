import { type cards, maxLiveOperations, type ResponseOf } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import {
  ChangeUnderWayError,
  findLiveOperation,
  listCardsHeld,
  listLiveOperations,
  makeChange,
  toOperationStatus,
} from '../../core/operations/index.ts';
import type { ChargedSubscription } from './cards.context.ts';
import { CardInUseError, CardNotReplacedError } from './cards.errors.ts';
import {
  type CardContext,
  changeLimit,
  getCardOwner,
  getOwnCard,
  lockCardForPayment,
  lockOwnCard,
} from './cards.service.ts';
import { type ReplacementRequest, replaceCardOperation } from './replacement.operations.ts';

/**
 * Charges everything that a card pays for to another saved card (CARD-21). Nothing is charged now.
 * @throws NotFoundError for a card that is not the account's; CardInUseError, CardNotReplacedError; CardError while the
 * other card is being deleted; ChangeUnderWayError; TooManyRequestsError
 */
export async function replaceCard(
  context: CardContext,
  replacedId: string,
  { paymentMethodId, deleteReplaced }: { readonly paymentMethodId: string; readonly deleteReplaced: boolean },
): Promise<ResponseOf<typeof cards.replace>> {
  const { database, operations, session, accountId, actor, lockChargedTo } = context;
  if (paymentMethodId === replacedId) throw new InvalidInputError({ paymentMethodId: [{ key: 'card.sameCard' }] });
  await getOwnCard(context, replacedId);
  await getOwnCard(context, paymentMethodId);
  await changeLimit.take(database, accountId);
  const { customerId, defaultPaymentMethodId } = await getCardOwner(database.query, accountId);
  const charged = await lockChargedTo(database.query, accountId, replacedId);
  const request: ReplacementRequest = {
    customerId,
    replacedId,
    paymentMethodId,
    subscriptions: charged.map(({ id, stripeSubscriptionId }) => ({ id, stripeSubscriptionId })),
    makesDefault: defaultPaymentMethodId === replacedId,
    deletesReplaced: deleteReplaced,
  };
  const state = await makeChange(operations, {
    accountId,
    userId: session.user.id,
    kind: replaceCardOperation.kind,
    subject: replacedId,
    request: (await findSameReplacement(database.query, accountId, request)) ?? request,
    actor,
    check: (transaction) => assertReplaceable(context, transaction, request),
  });
  return { operationId: state.id, status: toOperationStatus(state) };
}

/** Finds the same replacement if it is unsettled. Some of its subscriptions may have been moved already. */
async function findSameReplacement(
  on: Queryable,
  accountId: number,
  { replacedId, paymentMethodId, deletesReplaced }: ReplacementRequest,
): Promise<ReplacementRequest | undefined> {
  const live = await findLiveOperation(on, accountId, replacedId);
  if (!live || !replaceCardOperation.is(live)) return undefined;
  const { request } = replaceCardOperation.read(live);
  return request.paymentMethodId === paymentMethodId && request.deletesReplaced === deletesReplaced
    ? request
    : undefined;
}

/**
 * The replacement would undo another change of what the card pays for, or the other way around (CARD-21).
 * @param paymentMethodId the card that pays so far, if any
 * @throws ChangeUnderWayError while the card is being replaced
 */
export async function assertNotBeingReplaced(
  on: Queryable,
  accountId: number,
  paymentMethodId: string | null | undefined,
): Promise<void> {
  const live = paymentMethodId ? await findLiveOperation(on, accountId, paymentMethodId) : undefined;
  if (live && replaceCardOperation.is(live)) throw new ChangeUnderWayError(live.id);
}

async function assertReplaceable(context: CardContext, on: Queryable, request: ReplacementRequest): Promise<void> {
  const { accountId, lockChargedTo } = context;
  const { replacedId, paymentMethodId, makesDefault, subscriptions, deletesReplaced } = request;
  // Always in the same order, so that two cards that replace each other do not deadlock.
  for (const id of [replacedId, paymentMethodId].sort()) await lockOwnCard(on, accountId, id);
  await lockCardForPayment(on, accountId, paymentMethodId);
  const charged = await lockChargedTo(on, accountId, replacedId);
  const { defaultPaymentMethodId } = await getCardOwner(on, accountId);
  const isUnchanged =
    (defaultPaymentMethodId === replacedId) === makesDefault &&
    charged.map(({ id }) => id).join() === subscriptions.map(({ id }) => id).join();
  if (!isUnchanged) throw new CardNotReplacedError();
  await assertNoOtherChange(on, accountId, charged);
  if (deletesReplaced) await assertDeletable(context, on, request);
}

/** @throws ChangeUnderWayError while another change of one of the products is unsettled */
async function assertNoOtherChange(
  on: Queryable,
  accountId: number,
  charged: readonly ChargedSubscription[],
): Promise<void> {
  const products = new Set(charged.map(({ productId }) => productId));
  const live = await listLiveOperations(on, accountId, maxLiveOperations);
  const other = live.find(({ subject }) => products.has(subject));
  if (other) throw new ChangeUnderWayError(other.id);
}

/** @throws CardInUseError if something that will not be moved still needs the card (CARD-5, CARD-6) */
async function assertDeletable(
  { operations, accountId, listCardUses }: CardContext,
  on: Queryable,
  { replacedId, makesDefault, subscriptions }: ReplacementRequest,
): Promise<void> {
  const held = await listCardsHeld(operations, on, accountId, replacedId);
  const moved = new Set(subscriptions.map(({ id }) => id));
  const left = (await listCardUses(on, accountId)).filter(({ subscriptionId }) => !moved.has(subscriptionId));
  const isHeld = held.has(replacedId) || (makesDefault && held.has(null));
  if (isHeld || left.some(({ paymentMethodId }) => paymentMethodId === replacedId)) throw new CardInUseError();
}
