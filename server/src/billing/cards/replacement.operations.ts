import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import { CardError, isFinal } from '../../core/stripe/index.ts';
import type { CardsContext } from './cards.context.ts';
import { CardNotReplacedError } from './cards.errors.ts';
import { detach, setDefault } from './cards.operations.ts';

/** The subject of the operation is the replaced card. */
const replacementRequest = z.object({
  customerId: z.string(),
  replacedId: z.string(),
  /** The card that pays from now on. */
  paymentMethodId: z.string(),
  /** The subscriptions with the replaced card as their own. Their order is part of the steps' names. */
  subscriptions: z.array(z.object({ id: z.int(), stripeSubscriptionId: z.string() })),
  /** Whether the replaced card was the default one, which pays for subscriptions without a card of their own. */
  makesDefault: z.boolean(),
  deletesReplaced: z.boolean(),
});
const replacementOutcome = z.object({ isDeleted: z.boolean() });

export type ReplacementRequest = z.infer<typeof replacementRequest>;
type ReplacementOutcome = z.infer<typeof replacementOutcome>;
type Replacement = OperationOf<ReplacementRequest, ReplacementOutcome>;

export const replaceCardOperation = defineOperation({
  kind: 'card-replacement',
  request: replacementRequest,
  outcome: replacementOutcome,
  shownAs: 'card',
  cardsHeldBy: ({ paymentMethodId }) => [paymentMethodId],
  perform: replaceCard,
  settled: auditReplacement,
});

/** Prefix of the steps that give a subscription its former card back. */
const returning = 'return-';

/**
 * Moves all subscriptions to the other card, or none (CARD-21). After a refusal, those that were moved get their card
 * back. Once that has begun, a resumed operation continues there instead of repeating the moves.
 * @throws CardNotReplacedError; CardError
 */
async function replaceCard(
  context: CardsContext,
  operation: Replacement,
  operationContext: OperationContext,
): Promise<Performed<ReplacementOutcome>> {
  const { customerId, paymentMethodId, makesDefault, deletesReplaced, replacedId } = operation.request;
  if (Object.keys(operation.attempts).some((name) => name.startsWith(returning))) {
    await returnSubscriptions(context, operation, operationContext);
    throw new CardNotReplacedError();
  }
  try {
    await moveSubscriptions(context, operation, operationContext);
    if (makesDefault) await setDefault(context, customerId, paymentMethodId, operationContext);
  } catch (error) {
    if (!isFinal(error)) throw error;
    await returnSubscriptions(context, operation, operationContext);
    throw error instanceof CardError ? error : new CardNotReplacedError();
  }
  if (deletesReplaced) await detachReplaced(context, replacedId, customerId, operationContext);
  return { state: 'succeeded', outcome: { isDeleted: deletesReplaced } };
}

async function moveSubscriptions(
  { gateway }: CardsContext,
  { request: { subscriptions, paymentMethodId } }: Replacement,
  { step }: OperationContext,
): Promise<void> {
  for (const [index, { stripeSubscriptionId }] of subscriptions.entries()) {
    const moved = await gateway.subscriptions.setCard(stripeSubscriptionId, paymentMethodId, (name, ...call) =>
      step(`${index + 1}-${name}`, ...call),
    );
    await gateway.mirror.storeSubscription(moved);
  }
}

/** Gives each subscription its former card back. One that has ended needs none. */
async function returnSubscriptions(
  { gateway }: CardsContext,
  { request: { subscriptions, replacedId } }: Replacement,
  { step }: OperationContext,
): Promise<void> {
  for (const [index, { stripeSubscriptionId }] of subscriptions.entries()) {
    try {
      await gateway.subscriptions.setCard(stripeSubscriptionId, replacedId, (name, ...call) =>
        step(`${returning}${index + 1}-${name}`, ...call),
      );
    } catch (error) {
      if (!isFinal(error)) throw error;
    }
    await gateway.mirror.refresh('subscription', stripeSubscriptionId);
  }
}

async function detachReplaced(
  context: CardsContext,
  replacedId: string,
  customerId: string,
  operationContext: OperationContext,
): Promise<void> {
  await detach(context, replacedId, operationContext);
  await context.gateway.mirror.refresh('customer', customerId);
}

async function auditReplacement(
  { audit }: CardsContext,
  transaction: Queryable,
  { state, outcome, actor, request }: Replacement,
): Promise<void> {
  if (state !== 'succeeded' || !outcome) return;
  const { paymentMethodId, replacedId, subscriptions, makesDefault } = request;
  const author = actor as Partial<Actor>;
  const detail = { paymentMethodId, replacedId, subscriptions: subscriptions.length };
  await audit.record({ ...author, kind: 'cardReplaced', detail }, transaction);
  if (makesDefault)
    await audit.record({ ...author, kind: 'cardMadeDefault', detail: { paymentMethodId } }, transaction);
  if (outcome.isDeleted)
    await audit.record({ ...author, kind: 'cardDeleted', detail: { paymentMethodId: replacedId } }, transaction);
}
