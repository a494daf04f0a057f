import { type LiveOperation, type Locale, mostLiveOperations, type SavedCard } from '@portico/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { NotFoundError, say, UnavailableError } from '../../http/app-error.ts';
import { createLimit } from '../../http/limits.ts';
import { listAnswer } from '../../http/list-answer.ts';
import type { Person } from '../../http/session-context.ts';
import {
  CardError,
  ChangeUnderWayError,
  cardBrand,
  failureOf,
  type Gateway,
  type Operation,
  type OperationState,
  statusOf,
} from '../../stripe/index.ts';
import type { Actor } from '../audit/index.ts';
import { CardInUseError } from './billing.errors.ts';
import {
  billingKinds,
  type CardOutcome,
  type CardRequest,
  type CustomerRequest,
  customerSubject,
  type TokenRequest,
} from './billing.operations.ts';
import type { BillingQueries, CardRow } from './billing.queries.ts';

/** Cards that an account may begin to add in an hour. */
const cardsAnHour = 30;

/** Other changes of its cards that an account may make in an hour. */
const cardChangesAnHour = 100;

export interface BillingDependencies {
  readonly database: Database;
  readonly queries: BillingQueries;
  readonly gateway: Gateway;
  /** The cards that an account's subscriptions are charged to; null stands for its default card. */
  readonly listCardsInUse: (accountId: number, on?: Queryable) => Promise<ReadonlySet<string | null>>;
}

export interface CustomerOptions {
  /** The test clock of Stripe's whose time the customer is to live in, from the beginning. */
  readonly testClockId?: string | undefined;
}

interface NewSource {
  readonly stripeToken: string;
  readonly billingDetails?:
    | { readonly name?: string | null | undefined; readonly email?: string | null | undefined }
    | undefined;
  readonly makeDefault?: boolean | undefined;
}

export function createBillingService({ database, queries, gateway, listCardsInUse }: BillingDependencies) {
  const cardLimit = createLimit(database, 'card', cardsAnHour, 3_600);
  const changeLimit = createLimit(database, 'card-change', cardChangesAnHour, 3_600);
  const { operations } = gateway;

  /** The account's customer at Stripe, made when there is none yet. @throws UnavailableError while Stripe does not answer: the worker makes it. */
  async function ensureCustomer(session: Person, { testClockId }: CustomerOptions = {}): Promise<string> {
    const accountId = session.account.id;
    const { customerId, name } = await queries.findBillingAccount(accountId);
    if (customerId) return customerId;
    const request: CustomerRequest = { name, email: session.user.email, ...(testClockId && { testClockId }) };
    const begin = () =>
      operations.change({
        accountId,
        userId: session.user.id,
        kind: billingKinds.customer,
        subject: customerSubject,
        request,
      });
    try {
      await begin();
    } catch (error) {
      if (!(error instanceof ChangeUnderWayError)) throw error;
      // Somebody else of the account, with another address, was quicker: theirs is the account's.
      const live = await operations.findLive(accountId, customerSubject);
      if (live) await operations.run(live.id);
    }
    const made = (await queries.findBillingAccount(accountId)).customerId;
    if (!made) throw new UnavailableError('problem.providerUnavailable');
    return made;
  }

  /** An id from an address is looked up under the session's account before any call (design 'gateway'). */
  async function ownCard(accountId: number, paymentMethodId: string): Promise<SavedCard> {
    const [card, inUse] = await Promise.all([queries.findCard(accountId, paymentMethodId), listCardsInUse(accountId)]);
    if (!card) throw new NotFoundError();
    return present(card, inUse);
  }

  async function ownCustomer(accountId: number): Promise<string> {
    const { customerId } = await queries.findBillingAccount(accountId);
    if (!customerId) throw new NotFoundError();
    return customerId;
  }

  /** Changes a card; the subject is what names it: one change of a card at a time. */
  function changeCard(
    session: Person,
    actor: Actor,
    kind: (typeof billingKinds)[keyof typeof billingKinds],
    subject: string,
    request: CardRequest | TokenRequest,
    check?: (transaction: Queryable) => Promise<void>,
  ): Promise<OperationState> {
    const accountId = session.account.id;
    return operations.change({ accountId, userId: session.user.id, kind, subject, request, actor }, check);
  }

  /** Holds a card until the transaction ends: nobody begins to delete it, or to pay with it, meanwhile. @throws NotFoundError once it is deleted. */
  async function takeCard(on: Queryable, accountId: number, paymentMethodId: string): Promise<void> {
    if (!(await queries.lockCard(on, accountId, paymentMethodId))) throw new NotFoundError();
  }

  /** @throws NotFoundError; CardInUseError where a subscription is charged to it, or may be once a purchase has ended. */
  async function requireUnused(on: Queryable, accountId: number, paymentMethodId: string): Promise<void> {
    await takeCard(on, accountId, paymentMethodId);
    // In this order: a purchase that has ended since shows in what is in use.
    const held = await queries.listCardsHeld(on, accountId, paymentMethodId);
    const inUse = await listCardsInUse(accountId, on);
    const card = await queries.findCard(accountId, paymentMethodId, on);
    if (!card || present(card, new Set([...held, ...inUse])).inUse) throw new CardInUseError();
  }

  async function presentChange(state: OperationState) {
    const outcome = state.result as CardOutcome | null;
    const savedCard = outcome && state.settledAt ? await ownCard(state.accountId, outcome.paymentMethodId) : null;
    return { operationId: state.id, status: statusOf(state), savedCard };
  }

  return {
    ensureCustomer,

    /**
     * Holds a card that something is about to be paid with, until the transaction that begins it ends.
     * @throws NotFoundError once it is deleted; CardError while it is being deleted, which leads to the choice of another.
     */
    async holdCard(on: Queryable, accountId: number, paymentMethodId: string): Promise<void> {
      await takeCard(on, accountId, paymentMethodId);
      const live = await operations.findLive(accountId, paymentMethodId, on);
      if (live?.kind === billingKinds.deleteCard) throw new CardError({ key: 'billing.cardBeingDeleted' });
    },

    /** The address that the account gave last; null before its first purchase. */
    async getBusinessAddress(accountId: number) {
      return { shippingDetails: (await queries.findBillingAccount(accountId)).address };
    },

    async listCards(accountId: number, options: { page: number; pageSize: number; order: 'asc' | 'desc' }) {
      const [{ items, total }, inUse] = await Promise.all([
        queries.listCards(accountId, options),
        listCardsInUse(accountId),
      ]);
      return listAnswer(
        items.map((row) => present(row, inUse)),
        total,
        options,
      );
    },

    /** @throws TooManyRequestsError: many cards in a row are somebody trying stolen ones. UnavailableError when Stripe does not answer: nothing was begun. */
    async beginCard(session: Person) {
      await cardLimit.take(String(session.account.id));
      const customerId = await ensureCustomer(session);
      const [{ clientSecret }, account] = await Promise.all([
        gateway.cards.beginSetup(customerId),
        queries.findBillingAccount(session.account.id),
      ]);
      return { clientSecret, shippingDetails: account.address };
    },

    /**
     * Takes a card that the browser has just confirmed. The first one becomes the default.
     * @throws NotFoundError when the card is not attached to the account's customer.
     */
    async confirmCard(session: Person, paymentMethodId: string, makeDefault: boolean, actor: Actor) {
      const customerId = await ownCustomer(session.account.id);
      await changeLimit.take(String(session.account.id));
      const request: CardRequest = { customerId, paymentMethodId, makeDefault };
      return presentChange(await changeCard(session, actor, billingKinds.addCard, paymentMethodId, request));
    },

    /**
     * Adds a card by its token (spec 1 §7 'POST sources', 'StripeToken').
     * @throws CardError when its bank refuses it; TokenRefusedError when the token is not known or was used; TooManyRequestsError.
     */
    async addSource(session: Person, { stripeToken, billingDetails, makeDefault }: NewSource, actor: Actor) {
      await cardLimit.take(String(session.account.id));
      const request: TokenRequest = {
        customerId: await ensureCustomer(session),
        token: stripeToken,
        holder: { name: billingDetails?.name ?? null, email: billingDetails?.email ?? null },
        makeDefault: makeDefault ?? false,
      };
      return presentChange(await changeCard(session, actor, billingKinds.addToken, stripeToken, request));
    },

    /** @throws NotFoundError */
    async makeDefault(session: Person, paymentMethodId: string, actor: Actor) {
      await ownCard(session.account.id, paymentMethodId);
      await changeLimit.take(String(session.account.id));
      const request: CardRequest = { customerId: await ownCustomer(session.account.id), paymentMethodId };
      const state = await changeCard(
        session,
        actor,
        billingKinds.makeDefault,
        paymentMethodId,
        request,
        (transaction) => takeCard(transaction, session.account.id, paymentMethodId),
      );
      return presentChange(state);
    },

    /** @throws NotFoundError, CardInUseError */
    async deleteCard(session: Person, paymentMethodId: string, actor: Actor) {
      const card = await ownCard(session.account.id, paymentMethodId);
      if (card.inUse) throw new CardInUseError();
      await changeLimit.take(String(session.account.id));
      const request: CardRequest = { customerId: await ownCustomer(session.account.id), paymentMethodId };
      const state = await changeCard(session, actor, billingKinds.deleteCard, paymentMethodId, request, (transaction) =>
        requireUnused(transaction, session.account.id, paymentMethodId),
      );
      return { operationId: state.id, status: statusOf(state) };
    },

    /** What of the account is being confirmed. The customer that is made for a purchase is part of that purchase to its reader. */
    async listLiveOperations(accountId: number): Promise<{ items: LiveOperation[] }> {
      const live = await operations.listLive(accountId, mostLiveOperations);
      return { items: live.flatMap((operation) => presentLive(operation) ?? []) };
    },

    /** How a change at Stripe stands that the account began. @throws NotFoundError also for another account's. */
    async getOperation(accountId: number, operationId: string, locale: Locale) {
      const operation = await operations.find(database.query, operationId, accountId);
      if (!operation) throw new NotFoundError();
      return { operationId, status: statusOf(operation), error: operation.error && sayFailure(operation, locale) };
    },
  };
}

function sayFailure(operation: OperationState | Operation, locale: Locale) {
  const { code, said } = failureOf(operation);
  return { code, message: say(said, locale) };
}

/** What each kind of operation is to a reader; each of the first three is about a product, which is its subject. */
const shownKinds: Readonly<Record<string, LiveOperation['kind']>> = {
  purchase: 'purchase',
  'subscription-cancel': 'cancel',
  'subscription-restore': 'restore',
  'invoice-pay': 'pay',
  [billingKinds.addCard]: 'card',
  [billingKinds.addToken]: 'card',
  [billingKinds.makeDefault]: 'card',
  [billingKinds.deleteCard]: 'card',
};

function presentLive({ id, kind, subject, state, createdAt }: Operation): LiveOperation | undefined {
  const shown = shownKinds[kind];
  if (!shown) return undefined;
  const isOfProduct = shown !== 'pay' && shown !== 'card';
  return {
    id,
    kind: shown,
    productId: isOfProduct ? subject : null,
    status: state === 'requires_action' ? 'requiresAction' : 'pending',
    createdAt: createdAt.toISOString(),
  };
}

function present(row: CardRow, inUse: ReadonlySet<string | null>): SavedCard {
  return {
    stripeId: row.id,
    card: {
      brand: cardBrand(row.brand),
      last4: row.last4,
      expMonth: row.expMonth,
      expYear: row.expYear,
      isDefault: row.isDefault,
    },
    billingDetails: { name: row.name, email: row.email },
    inUse: inUse.has(row.id) || (row.isDefault && inUse.has(null)),
  };
}
