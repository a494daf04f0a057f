import type { SavedCard } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { NotFoundError } from '../../http/app-error.ts';
import { createLimit } from '../../http/limits.ts';
import { listAnswer } from '../../http/list-answer.ts';
import type { Session } from '../../http/session-context.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Actor, Audit } from '../audit/index.ts';
import { CardInUseError } from './billing.errors.ts';
import type { BillingQueries, CardRow } from './billing.queries.ts';

/** Stripe's names of brands as the documents spell them (spec 1 §3 'Card'). */
const brands: Record<string, SavedCard['card']['brand']> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american express',
  discover: 'discover',
  jcb: 'jcb',
  diners: 'diners club',
};

/** Cards that an account may begin to add in an hour. */
const cardsAnHour = 30;

export interface BillingDependencies {
  readonly database: Database;
  readonly queries: BillingQueries;
  readonly gateway: Gateway;
  readonly audit: Audit;
  /** Whether a live subscription is charged to a card. */
  readonly usesCard: (accountId: number, paymentMethodId: string) => Promise<boolean>;
}

export function createBillingService({ database, queries, gateway, audit, usesCard }: BillingDependencies) {
  const cardLimit = createLimit(database, 'card', cardsAnHour, 3_600);

  /** The account's customer at Stripe, made when there is none yet. */
  async function ensureCustomer(session: Pick<Session, 'account' | 'user'>): Promise<string> {
    const account = await queries.findBillingAccount(session.account.id);
    if (account.customerId) return account.customerId;
    const customer = await gateway.customers.create({
      accountId: session.account.id,
      name: account.name,
      email: session.user.email,
    });
    const kept = await queries.keepCustomer(session.account.id, customer.id);
    await gateway.mirror.tookCustomer(customer);
    return kept;
  }

  /** An id from an address is looked up under the session's account before any call (design 'gateway'). */
  async function ownCard(accountId: number, paymentMethodId: string): Promise<CardRow> {
    const card = await queries.findCard(accountId, paymentMethodId);
    if (!card) throw new NotFoundError();
    return card;
  }

  async function makeDefault(session: Session, paymentMethodId: string, actor: Actor): Promise<SavedCard> {
    await ownCard(session.account.id, paymentMethodId);
    const customer = await gateway.customers.setDefaultPaymentMethod(await ensureCustomer(session), paymentMethodId);
    await gateway.mirror.tookCustomer(customer);
    await audit.record({ ...actor, kind: 'cardMadeDefault', detail: { paymentMethodId } });
    return present(await ownCard(session.account.id, paymentMethodId));
  }

  return {
    ensureCustomer,
    makeDefault,

    /** The address that the account gave last; null before its first purchase. */
    async getBusinessAddress(accountId: number) {
      return { shippingDetails: (await queries.findBillingAccount(accountId)).address };
    },

    async listCards(accountId: number, options: { page: number; pageSize: number; order: 'asc' | 'desc' }) {
      const { items, total } = await queries.listCards(accountId, options);
      return listAnswer(items.map(present), total, options);
    },

    /** @throws TooManyRequestsError: many cards in a row are somebody trying stolen ones. UnavailableError when Stripe does not answer: nothing was begun. */
    async beginCard(session: Session) {
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
    async confirmCard(session: Session, paymentMethodId: string, asDefault: boolean, actor: Actor): Promise<SavedCard> {
      const customerId = await ensureCustomer(session);
      const paymentMethod = await gateway.cards.retrieve(paymentMethodId);
      if (paymentMethod.customer !== customerId) throw new NotFoundError();
      await gateway.mirror.tookPaymentMethod(paymentMethod);
      await audit.record({ ...actor, kind: 'cardAdded', detail: { paymentMethodId } });
      const { items } = await queries.listCards(session.account.id, { page: 1, pageSize: 1, order: 'desc' });
      if (asDefault || !items[0]?.isDefault) return makeDefault(session, paymentMethodId, actor);
      return present(await ownCard(session.account.id, paymentMethodId));
    },

    /** @throws NotFoundError, CardInUseError */
    async deleteCard(accountId: number, paymentMethodId: string, actor: Actor): Promise<Record<never, never>> {
      await ownCard(accountId, paymentMethodId);
      if (await usesCard(accountId, paymentMethodId)) throw new CardInUseError();
      await gateway.mirror.tookPaymentMethod(await gateway.cards.detach(paymentMethodId));
      await audit.record({ ...actor, kind: 'cardDeleted', detail: { paymentMethodId } });
      return {};
    },
  };
}

function present(row: CardRow): SavedCard {
  return {
    stripeId: row.id,
    card: {
      brand: brands[row.brand] ?? 'unknown',
      last4: row.last4,
      expMonth: row.expMonth,
      expYear: row.expYear,
      isDefault: row.isDefault,
    },
    billingDetails: { name: row.name, email: row.email },
  };
}
