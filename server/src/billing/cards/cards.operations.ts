import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  findLiveOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import { isRefusal } from '../../core/stripe/index.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';
import type { CardsContext } from './cards.context.ts';
import { TokenRefusedError } from './cards.errors.ts';
import { findCard, findSameCard } from './cards.queries.ts';

/** The subject of a card's change is its payment method, or its token. */
const cardRequest = z.object({
  customerId: z.string(),
  paymentMethodId: z.string(),
  /** Whether the user chose it as the default card. */
  makeDefault: z.boolean().optional(),
});
const tokenRequest = z.object({
  customerId: z.string(),
  token: z.string(),
  cardholder: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
  makeDefault: z.boolean(),
});
export const cardOutcome = z.object({
  paymentMethodId: z.string(),
  madeDefault: z.boolean(),
  /** Whether an added card had been saved before (CARD-19). */
  wasSaved: z.boolean().optional(),
});

export type CardRequest = z.infer<typeof cardRequest>;
export type TokenRequest = z.infer<typeof tokenRequest>;
export type CardOutcome = z.infer<typeof cardOutcome>;
type PaymentMethod = Awaited<ReturnType<CardsContext['gateway']['cards']['retrieve']>>;
type CardOperation = OperationOf<CardRequest, CardOutcome>;
type SettledCardOperation = OperationOf<object, CardOutcome>;

export const addCardOperation = defineOperation({
  kind: 'card-add',
  request: cardRequest,
  outcome: cardOutcome,
  shownAs: 'card',
  perform: addConfirmedCard,
  settled: auditAddition,
});

export const addTokenOperation = defineOperation({
  kind: 'card-token',
  request: tokenRequest,
  outcome: cardOutcome,
  shownAs: 'card',
  perform: addCardByToken,
  settled: auditAddition,
});

export const makeDefaultOperation = defineOperation({
  kind: 'card-default',
  request: cardRequest,
  outcome: cardOutcome,
  shownAs: 'card',
  perform: makeCardDefault,
  settled: auditDefault,
});

export const deleteCardOperation = defineOperation({
  kind: 'card-delete',
  request: cardRequest,
  outcome: cardOutcome,
  shownAs: 'card',
  perform: detachCard,
  settled: auditDeletion,
});

/** Stores a card that the browser confirmed. @throws NotFoundError if it is not attached to the customer */
async function addConfirmedCard(
  context: CardsContext,
  operation: CardOperation,
  operationContext: OperationContext,
): Promise<Performed<CardOutcome>> {
  const { gateway } = context;
  const paymentMethod = await gateway.cards.retrieve(operation.request.paymentMethodId);
  return keepCard(context, operation, paymentMethod, operationContext);
}

/**
 * Stores a card of the customer, unless the same card was saved before: then the new one is detached, and the saved one
 * is the outcome (CARD-19).
 * @throws NotFoundError if it is not attached to the customer
 */
async function keepCard(
  context: CardsContext,
  operation: OperationOf<CardRequest | TokenRequest, CardOutcome>,
  paymentMethod: PaymentMethod,
  operationContext: OperationContext,
): Promise<Performed<CardOutcome>> {
  const { customerId } = operation.request;
  const saved = await findSavedCard(context, operation, paymentMethod);
  // A detached card is accepted only after a crash or a lost answer, when the saved one is known.
  if (paymentMethod.customer !== customerId && !(saved && paymentMethod.customer === null)) throw new NotFoundError();
  if (saved && paymentMethod.customer !== null) await detach(context, paymentMethod.id, operationContext);
  if (!saved) await context.gateway.mirror.storePaymentMethod(paymentMethod);
  const paymentMethodId = saved?.id ?? paymentMethod.id;
  const madeDefault = await setDefaultIfWanted(context, operation, paymentMethodId, operationContext);
  return { state: 'succeeded', outcome: { paymentMethodId, madeDefault, ...(saved && { wasSaved: true }) } };
}

/** The same card as it was saved before, unless that one is being changed or the new one already pays something. */
async function findSavedCard(
  { database, listCardUses }: CardsContext,
  { accountId, request: { customerId } }: OperationOf<CardRequest | TokenRequest, CardOutcome>,
  { id, card }: PaymentMethod,
) {
  if (!card?.fingerprint) return undefined;
  const { fingerprint, exp_month: expMonth, exp_year: expYear } = card;
  const saved = await findSameCard(database.query, customerId, { id, fingerprint, expMonth, expYear });
  if (!saved || (await findLiveOperation(database.query, accountId, saved.id))) return undefined;
  const customer = await findMirroredCustomer(database.query, customerId);
  const uses = await listCardUses(database.query, accountId);
  const isUsed = customer?.defaultPaymentMethodId === id || uses.some(({ paymentMethodId }) => paymentMethodId === id);
  return isUsed ? undefined : saved;
}

/** @throws TokenRefusedError if the token is unknown or was used */
async function addCardByToken(
  context: CardsContext,
  operation: OperationOf<TokenRequest, CardOutcome>,
  operationContext: OperationContext,
): Promise<Performed<CardOutcome>> {
  const { cards } = context.gateway;
  const { customerId, token, cardholder } = operation.request;
  const { step } = operationContext;
  let made: { readonly id: string };
  try {
    // A card without a customer cannot be listed. If the answer is lost, the card stays unused and Stripe refuses its token as used.
    made = await step(
      'method',
      (key) => cards.createFromToken(token, cardholder, key),
      async () => undefined,
    );
  } catch (error) {
    throw isRefusal(error) || error instanceof NotFoundError ? new TokenRefusedError() : error;
  }
  const paymentMethod = await step(
    'attach',
    (key) => cards.attach(made.id, customerId, key),
    async () => {
      const found = await cards.retrieve(made.id);
      return found.customer === customerId || 'detach' in operation.attempts ? found : undefined;
    },
  );
  return keepCard(context, operation, paymentMethod, operationContext);
}

async function makeCardDefault(
  context: CardsContext,
  { request }: CardOperation,
  operationContext: OperationContext,
): Promise<Performed<CardOutcome>> {
  const { customerId, paymentMethodId } = request;
  await setDefault(context, customerId, paymentMethodId, operationContext);
  return { state: 'succeeded', outcome: { paymentMethodId, madeDefault: true } };
}

async function detachCard(
  context: CardsContext,
  { request: { customerId, paymentMethodId } }: CardOperation,
  operationContext: OperationContext,
): Promise<Performed<CardOutcome>> {
  await detach(context, paymentMethodId, operationContext);
  // Stripe clears the default card as well.
  await context.gateway.mirror.refresh('customer', customerId);
  return { state: 'succeeded', outcome: { paymentMethodId, madeDefault: false } };
}

export async function detach(
  { gateway: { cards, mirror } }: CardsContext,
  paymentMethodId: string,
  { step }: OperationContext,
): Promise<void> {
  const findDetached = async () => {
    const found = await cards.retrieve(paymentMethodId);
    return found.customer === null ? found : undefined;
  };
  try {
    await mirror.storePaymentMethod(await step('detach', (key) => cards.detach(paymentMethodId, key), findDetached));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // Another process may have detached the card.
    const found = await findDetached();
    if (!found) throw error;
    await mirror.storePaymentMethod(found);
  }
}

/**
 * Makes the card the default one if the user chose so or it is the first (CARD-4).
 * @returns whether the card became the default
 */
async function setDefaultIfWanted(
  context: CardsContext,
  { attempts, request }: OperationOf<CardRequest | TokenRequest, CardOutcome>,
  paymentMethodId: string,
  operationContext: OperationContext,
): Promise<boolean> {
  const { customerId, makeDefault } = request;
  const isWanted = makeDefault || 'default' in attempts || !(await hasDefaultCard(context, customerId));
  if (isWanted) await setDefault(context, customerId, paymentMethodId, operationContext);
  return isWanted;
}

/** Whether the default payment method is a saved card. */
async function hasDefaultCard({ database }: CardsContext, customerId: string): Promise<boolean> {
  const cardId = (await findMirroredCustomer(database.query, customerId))?.defaultPaymentMethodId;
  return cardId ? (await findCard(database.query, customerId, cardId)) !== undefined : false;
}

export async function setDefault(
  { gateway }: CardsContext,
  customerId: string,
  paymentMethodId: string,
  { step }: OperationContext,
): Promise<void> {
  const { customers, mirror } = gateway;
  const customer = await step(
    'default',
    (key) => customers.setDefaultPaymentMethod(customerId, paymentMethodId, key),
    async () => {
      const found = await customers.retrieve(customerId);
      return found.invoice_settings.default_payment_method === paymentMethodId ? found : undefined;
    },
  );
  await mirror.storeCustomer(customer);
}

async function auditAddition(context: CardsContext, transaction: Queryable, operation: SettledCardOperation) {
  if (!operation.outcome?.wasSaved) await audit(context, transaction, operation, 'cardAdded');
  await auditDefault(context, transaction, operation);
}

async function auditDeletion(context: CardsContext, transaction: Queryable, operation: SettledCardOperation) {
  await audit(context, transaction, operation, 'cardDeleted');
}

async function auditDefault(context: CardsContext, transaction: Queryable, operation: SettledCardOperation) {
  if (operation.outcome?.madeDefault) await audit(context, transaction, operation, 'cardMadeDefault');
}

async function audit(
  context: CardsContext,
  transaction: Queryable,
  { state, outcome, actor }: SettledCardOperation,
  kind: 'cardAdded' | 'cardDeleted' | 'cardMadeDefault',
): Promise<void> {
  if (state !== 'succeeded' || !outcome) return;
  const { paymentMethodId } = outcome;
  await context.audit.record({ ...(actor as Partial<Actor>), kind, detail: { paymentMethodId } }, transaction);
}
