import type { cards, ResponseOf, SavedCard } from '@portico/contract';
import { findAccountBillingDetails } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person } from '../../core/http/session-context.ts';
import { localize } from '../../core/messages/index.ts';
import {
  findLiveOperation,
  listCardsHeld,
  makeChange,
  type Operation,
  type OperationState,
  toOperationStatus,
} from '../../core/operations/index.ts';
import { CardError, cardBrand } from '../../core/stripe/index.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';
import { ensureCustomer } from '../customers/customers.service.ts';
import type { CardsContext, CardUse } from './cards.context.ts';
import { CardInUseError, type PaidSubscription } from './cards.errors.ts';
import {
  addCardOperation,
  addTokenOperation,
  type CardRequest,
  cardOutcome,
  deleteCardOperation,
  makeDefaultOperation,
  type TokenRequest,
} from './cards.operations.ts';
import { type CardOwner, type CardRow, findCard, listCards as listCardRows, lockCard } from './cards.queries.ts';
import { replaceCardOperation } from './replacement.operations.ts';

/**
 * The maximum number of cards that an account may begin to add per hour (LIM-8). The limit keeps stolen cards from
 * being tried.
 */
const additionLimit = defineLimit('card', 30, 3_600);

/** The maximum number of other changes of cards that an account may make per hour (LIM-8). */
export const changeLimit = defineLimit('card-change', 100, 3_600);

export type CardContext = CardsContext & RequestContext<Person>;
type CardChange = ResponseOf<typeof cards.confirm>;

interface NewSource {
  readonly stripeToken: string;
  readonly billingDetails?:
    | { readonly name?: string | null | undefined; readonly email?: string | null | undefined }
    | undefined;
  readonly makeDefault?: boolean | undefined;
}

export async function listCards(
  { database, findDeclines, listCardUses, accountId }: CardsContext & Pick<RequestContext, 'accountId'>,
  options: { page: number; pageSize: number; order: 'asc' | 'desc' },
): Promise<ResponseOf<typeof cards.list>> {
  const [owner, uses] = await Promise.all([
    findCardOwner(database.query, accountId),
    listCardUses(database.query, accountId),
  ]);
  if (!owner) return listAnswer([], 0, options);
  const [{ items, total }, declines] = await Promise.all([
    listCardRows(database.query, owner, options),
    findDeclines(database.query, owner.customerId),
  ]);
  return listAnswer(
    items.map((row) => presentCard(row, owner, cardsInUse(uses), declines)),
    total,
    options,
  );
}

/**
 * Begins to save a card.
 * @throws TooManyRequestsError; UnavailableError if Stripe does not answer; then nothing was begun
 */
export async function beginCard(context: CardContext): Promise<ResponseOf<typeof cards.add>> {
  const { database, gateway, accountId } = context;
  await additionLimit.take(database, accountId);
  const customerId = await ensureCustomer(context);
  const [{ clientSecret }, { businessAddress }] = await Promise.all([
    gateway.cards.beginSetup(customerId),
    findAccountBillingDetails(database.query, accountId),
  ]);
  return { clientSecret, shippingDetails: businessAddress };
}

/**
 * Saves a card that the browser has just confirmed. The first one becomes the default (CARD-4). A card that was saved
 * before is not saved twice (CARD-19).
 * @throws NotFoundError if the card is not attached to the account's customer.
 */
export async function confirmCard(
  context: CardContext,
  paymentMethodId: string,
  makeDefault: boolean,
): Promise<CardChange> {
  const { database, accountId } = context;
  const customerId = await getCustomerId(database.query, accountId);
  await changeLimit.take(database, accountId);
  const request: CardRequest = { customerId, paymentMethodId, makeDefault };
  return presentChange(context, await changeCard(context, addCardOperation.kind, paymentMethodId, request));
}

/**
 * Adds a card by its token (CARD-10).
 * @throws CardError if the bank declines it; TokenRefusedError if the token is unknown or was used; TooManyRequestsError.
 */
export async function addSource(
  context: CardContext,
  { stripeToken, billingDetails, makeDefault }: NewSource,
): Promise<CardChange> {
  await additionLimit.take(context.database, context.accountId);
  const request: TokenRequest = {
    customerId: await ensureCustomer(context),
    token: stripeToken,
    cardholder: { name: billingDetails?.name ?? null, email: billingDetails?.email ?? null },
    makeDefault: makeDefault ?? false,
  };
  return presentChange(context, await changeCard(context, addTokenOperation.kind, stripeToken, request));
}

/** @throws NotFoundError */
export async function makeDefault(context: CardContext, paymentMethodId: string): Promise<CardChange> {
  const { database, accountId } = context;
  await getOwnCard(context, paymentMethodId);
  await changeLimit.take(database, accountId);
  const customerId = await getCustomerId(database.query, accountId);
  const request: CardRequest = { customerId, paymentMethodId };
  const state = await changeCard(context, makeDefaultOperation.kind, paymentMethodId, request, (transaction) =>
    lockOwnCard(transaction, accountId, paymentMethodId),
  );
  return presentChange(context, state);
}

/** @throws NotFoundError, CardInUseError */
export async function deleteCard(
  context: CardContext,
  paymentMethodId: string,
): Promise<ResponseOf<typeof cards.delete>> {
  try {
    return await beginDeletion(context, paymentMethodId);
  } catch (error) {
    if (!(error instanceof CardInUseError)) throw error;
    throw new CardInUseError(await listPaidSubscriptions(context, paymentMethodId));
  }
}

async function beginDeletion(context: CardContext, paymentMethodId: string): Promise<ResponseOf<typeof cards.delete>> {
  const { database, accountId } = context;
  if ((await getOwnCard(context, paymentMethodId)).inUse) throw new CardInUseError();
  await changeLimit.take(database, accountId);
  const customerId = await getCustomerId(database.query, accountId);
  const request: CardRequest = { customerId, paymentMethodId };
  const state = await changeCard(context, deleteCardOperation.kind, paymentMethodId, request, (transaction) =>
    assertCardUnused(context, transaction, paymentMethodId),
  );
  return { operationId: state.id, status: toOperationStatus(state) };
}

async function listPaidSubscriptions(
  { database, catalog, listCardUses, accountId, locale }: CardContext,
  paymentMethodId: string,
): Promise<PaidSubscription[]> {
  const [owner, uses, products] = await Promise.all([
    findCardOwner(database.query, accountId),
    listCardUses(database.query, accountId),
    catalog.findProducts(),
  ]);
  const isDefault = owner?.defaultPaymentMethodId === paymentMethodId;
  return uses
    .filter((use) => use.paymentMethodId === paymentMethodId || (isDefault && use.paymentMethodId === null))
    .map(({ subscriptionId: id, productId }) => {
      const product = products.get(productId);
      return { id, productId, productName: product ? localize(product.displayName, locale) : productId };
    });
}

/**
 * Locks a card for the transaction that begins a payment with it.
 * @throws NotFoundError if it was deleted; CardError while it is being deleted, so that the user chooses another one (CARD-7)
 */
export async function lockCardForPayment(on: Queryable, accountId: number, paymentMethodId: string): Promise<void> {
  await lockOwnCard(on, accountId, paymentMethodId);
  const live = await findLiveOperation(on, accountId, paymentMethodId);
  if (live && isDeletion(live)) throw new CardError({ key: 'card.beingDeleted' });
}

/** Whether an unsettled change of a card deletes it, perhaps after its replacement. */
function isDeletion(live: Operation): boolean {
  if (replaceCardOperation.is(live)) return replaceCardOperation.read(live).request.deletesReplaced;
  return deleteCardOperation.is(live);
}

/** The subject is the card, so that a card has only one change at a time. */
function changeCard(
  { operations, session, accountId, actor }: CardContext,
  kind: string,
  subject: string,
  request: CardRequest | TokenRequest,
  check?: (transaction: Queryable) => Promise<void>,
): Promise<OperationState> {
  const change = { accountId, userId: session.user.id, kind, subject, request, actor };
  return makeChange(operations, { ...change, ...(check && { check }) });
}

/** @throws NotFoundError; CardInUseError if a subscription is charged to it, or an unsettled purchase may charge it (CARD-5, CARD-6). */
async function assertCardUnused(
  { operations, listCardUses, accountId }: CardContext,
  on: Queryable,
  paymentMethodId: string,
): Promise<void> {
  await lockOwnCard(on, accountId, paymentMethodId);
  // Cards in use are read last, because a purchase that settled in the meantime appears there.
  const held = await listCardsHeld(operations, on, accountId, paymentMethodId);
  const uses = await listCardUses(on, accountId);
  const owner = await findCardOwner(on, accountId);
  const card = owner && (await findCard(on, owner.customerId, paymentMethodId));
  if (!card || isInUse(card, owner, new Set([...held, ...cardsInUse(uses)]))) throw new CardInUseError();
}

/** The cards that subscriptions are charged to; null for the default card. */
function cardsInUse(uses: readonly CardUse[]): ReadonlySet<string | null> {
  return new Set(uses.map(({ paymentMethodId }) => paymentMethodId));
}

/**
 * Locks a card until the transaction ends, so that no other transaction can begin to delete it or to pay with it.
 * @throws NotFoundError if it was deleted
 */
export async function lockOwnCard(on: Queryable, accountId: number, paymentMethodId: string): Promise<void> {
  const customerId = await getCustomerId(on, accountId);
  if (!(await lockCard(on, customerId, paymentMethodId))) throw new NotFoundError();
}

/** Gets a card of the session's account, before any call to Stripe (ACC-10). @throws NotFoundError */
export async function getOwnCard(
  { database, findDeclines, listCardUses, accountId }: CardsContext & Pick<RequestContext, 'accountId'>,
  paymentMethodId: string,
): Promise<SavedCard> {
  const uses = await listCardUses(database.query, accountId);
  const owner = await findCardOwner(database.query, accountId);
  const card = owner && (await findCard(database.query, owner.customerId, paymentMethodId));
  if (!card) throw new NotFoundError();
  return presentCard(card, owner, cardsInUse(uses), await findDeclines(database.query, owner.customerId));
}

/** @returns undefined before the account has a customer at Stripe */
async function findCardOwner(on: Queryable, accountId: number): Promise<CardOwner | undefined> {
  const { customerId } = await findAccountBillingDetails(on, accountId);
  if (!customerId) return undefined;
  const customer = await findMirroredCustomer(on, customerId);
  return { customerId, defaultPaymentMethodId: customer?.defaultPaymentMethodId ?? null };
}

/** @throws NotFoundError before the account has a customer at Stripe. */
export async function getCardOwner(on: Queryable, accountId: number): Promise<CardOwner> {
  const owner = await findCardOwner(on, accountId);
  if (!owner) throw new NotFoundError();
  return owner;
}

/** @throws NotFoundError before the account has a customer at Stripe. */
async function getCustomerId(on: Queryable, accountId: number): Promise<string> {
  const { customerId } = await findAccountBillingDetails(on, accountId);
  if (!customerId) throw new NotFoundError();
  return customerId;
}

async function presentChange(context: CardContext, state: OperationState): Promise<CardChange> {
  const outcome = state.result === null ? null : cardOutcome.parse(state.result);
  const savedCard = outcome && state.settledAt ? await getOwnCard(context, outcome.paymentMethodId) : null;
  return { operationId: state.id, status: toOperationStatus(state), savedCard };
}

const fundings = ['credit', 'debit', 'prepaid'] as const;

const isInUse = ({ id }: CardRow, { defaultPaymentMethodId }: CardOwner, inUse: ReadonlySet<string | null>) =>
  inUse.has(id) || (id === defaultPaymentMethodId && inUse.has(null));

function presentCard(
  row: CardRow,
  owner: CardOwner,
  inUse: ReadonlySet<string | null>,
  declines: ReadonlyMap<string, Date>,
): SavedCard {
  const { id, brand, last4, expMonth, expYear, name, email, funding } = row;
  const isDefault = id === owner.defaultPaymentMethodId;
  return {
    stripeId: id,
    card: { brand: cardBrand(brand), last4, expMonth, expYear, isDefault },
    billingDetails: { name, email },
    funding: fundings.find((known) => known === funding) ?? null,
    inUse: isInUse(row, owner, inUse),
    declinedAt: declines.get(id)?.toISOString() ?? null,
  };
}
