import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Locale, PurchaseResult, PurchaseSelection, ShippingDetails } from '@portico/contract';
import { type Database, isUniqueViolation, type Queryable } from '../../db/database.ts';
import { InvalidInputError, NotFoundError } from '../../http/app-error.ts';
import { createLimit } from '../../http/limits.ts';
import type { Person, Session } from '../../http/session-context.ts';
import { translate } from '../../messages/index.ts';
import {
  ChangeUnderWayError,
  failureOf,
  type Gateway,
  type Operation,
  type OperationState,
  statusOf,
} from '../../stripe/index.ts';
import type { Actor, Audit } from '../audit/index.ts';
import type { Billing, BillingAccount } from '../billing/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import { isStillOwed, type MoneyOfCustomer } from './purchase.basis.ts';
import type { Coupons } from './purchase.coupons.ts';
import { PriceChangedError, PurchaseUnderWayError } from './purchase.errors.ts';
import { type PurchaseOutcome, type PurchaseRequest, purchaseKind } from './purchase.operation.ts';
import { presentPreview } from './purchase.preview.ts';
import type { PurchaseQueries, QuoteRow } from './purchase.queries.ts';
import { createSelectionCheck, requireQuotable } from './purchase.selection.ts';
import {
  type CheckedSelection,
  captionsByStripePrice,
  nextPaymentDate,
  type QuotedTerms,
  selectionHash,
  toTerms,
} from './purchase.terms.ts';
import { calculateTotals } from './purchase.totals.ts';

/** How long a quote holds (design 'taxTransactionId'). */
const quoteMilliseconds = 30 * 60 * 1000;

/** What customers can mend themselves; of anything else the answer tells that the purchase failed. */
const refusals: ReadonlySet<string> = new Set(['CardError', 'InvalidCoupon']);

/** Previews that an account may ask for in a minute: each is two calls to Stripe. */
const previewsAMinute = 60;

export interface PurchaseDependencies {
  readonly database: Database;
  readonly queries: PurchaseQueries;
  readonly catalog: Catalog;
  readonly subscriptions: Subscriptions;
  readonly billing: Billing;
  readonly coupons: Coupons;
  readonly gateway: Gateway;
  readonly audit: Audit;
  readonly now: () => Date;
}

interface PreviewInput extends PurchaseSelection {
  readonly shippingDetails?: ShippingDetails | null | undefined;
  readonly paymentMethodId?: string | null | undefined;
}

interface PurchaseInput extends PreviewInput {
  readonly taxTransactionId: string;
}

export function createPurchaseService(dependencies: PurchaseDependencies) {
  const { database, queries, catalog, subscriptions, billing, gateway, audit, now } = dependencies;
  const check = createSelectionCheck(dependencies);
  const previewLimit = createLimit(database, 'preview', previewsAMinute, 60);

  async function requireOwnCard(customerId: string | null, paymentMethodId: string | null | undefined): Promise<void> {
    if (!paymentMethodId) return;
    if (!customerId || !(await queries.ownsCard(customerId, paymentMethodId))) throw new NotFoundError();
  }

  /** What time it is for an account: its own, where its customer lives on a test clock of Stripe's; it decides what runs and from when is charged. */
  async function timeOf({ testClockId }: Pick<BillingAccount, 'testClockId'>): Promise<Date> {
    return testClockId ? gateway.testClocks.timeOf(testClockId) : now();
  }

  async function quote(session: Person, productId: string, input: PreviewInput, locale: Locale) {
    await previewLimit.take(String(session.account.id));
    const account = await billing.find(session.account.id);
    const { customerId, address } = account;
    const pricedAt = await timeOf(account);
    const checked = await check(session.account.id, productId, input, pricedAt);
    await requireOwnCard(customerId, input.paymentMethodId);
    const details = input.shippingDetails ?? address ?? undefined;
    requireQuotable(checked, details);
    const terms = toTerms(checked, details !== undefined, pricedAt);
    const money = await queries.findMoney(customerId);
    const { now: first, recurring } = await gateway.previews.previewPurchase(terms, customerId ?? undefined, details);
    const quoted: QuotedTerms = {
      terms,
      planId: checked.resolved.plan.id,
      shippingDetails: details,
      nextPaymentDate: nextPaymentDate(checked, terms, recurring.total),
      recurringTotal: recurring.total,
      basis: { ...money, startingBalance: first.startingBalance },
    };
    const id = `quote_${randomBytes(16).toString('base64url')}`;
    const expiresAt = new Date(now().getTime() + quoteMilliseconds);
    await queries.insertQuote({
      id,
      accountId: session.account.id,
      userId: session.user.id,
      productId,
      selectionHash: selectionHash(productId, input, input.shippingDetails),
      terms: quoted,
      amountDue: first.amountDue,
      expiresAt,
    });
    const held = await catalog.findByStripePrice((checked.current?.items ?? []).map((item) => item.stripePriceId));
    const captions = captionsByStripePrice(checked, held, locale);
    return {
      taxTransactionId: id,
      expiresAt: expiresAt.toISOString(),
      subscriptionUpdateInvoiceDetails: presentPreview(first, captions, locale),
      recurringInvoiceDetails: presentPreview(recurring, captions, locale),
      nextPaymentDate: quoted.nextPaymentDate,
    };
  }

  /**
   * @param money of the customer now.
   * @throws PriceChangedError unless the quote says what is asked now, and the catalogue, the subscription and the customer's money still say
   * what they said then.
   */
  function requireSameTerms(row: QuoteRow, checked: CheckedSelection, money: MoneyOfCustomer): QuotedTerms {
    const quoted = row.terms as QuotedTerms;
    const fresh = toTerms(checked, quoted.terms.automaticTax, now());
    // As JSON, since that is what the quote went through: what is undefined is not there.
    const comparable = ({ items, promotionCodeId, trialDays, change }: QuotedTerms['terms']) =>
      JSON.parse(JSON.stringify({ items, promotionCodeId, trialDays, change: { ...change, prorationDate: 0 } }));
    const same = isDeepStrictEqual(comparable(fresh), comparable(quoted.terms));
    if (row.expiresAt <= now() || !same || !isStillOwed(quoted.basis, money)) throw new PriceChangedError();
    return quoted;
  }

  /** Lets go of an earlier purchase of the product whose card's holder never confirmed. */
  async function clearTheWay(accountId: number, productId: string, quoteId: string): Promise<void> {
    const live = await gateway.operations.findLive(accountId, productId);
    if (live?.state === 'requires_action' && (live.request as PurchaseRequest).quoteId !== quoteId) {
      await gateway.operations.run(live.id, { giveUp: true });
    }
  }

  /** The purchase that a quote led to already; after a failed one another card may be tried. */
  async function findBegun(on: Queryable, quote: QuoteRow, input: PurchaseInput): Promise<Operation | undefined> {
    const operation = quote.operationId
      ? await gateway.operations.find(on, quote.operationId, quote.accountId)
      : undefined;
    return operation && (operation.state !== 'failed' || sameCard(operation, input.paymentMethodId))
      ? operation
      : undefined;
  }

  /** The quote that a purchase names. @throws PriceChangedError unless it was made for this account and this choice. */
  async function findNamedQuote(accountId: number, productId: string, input: PurchaseInput): Promise<QuoteRow> {
    const hash = selectionHash(productId, input, input.shippingDetails);
    const quote = await queries.findQuote(database.query, input.taxTransactionId, accountId);
    if (!quote || quote.selectionHash !== hash) throw new PriceChangedError();
    return quote;
  }

  /** Writes the operation, bound to its quote: identical requests, however many at once, get the same one. */
  async function begin(
    session: Person,
    productId: string,
    input: PurchaseInput,
    customerId: string,
    actor: Actor,
  ): Promise<Operation> {
    const accountId = session.account.id;
    const known = await findNamedQuote(accountId, productId, input);
    await clearTheWay(accountId, productId, known.id);
    const begun = await findBegun(database.query, known, input);
    if (begun) return begun;
    const time = await timeOf(await billing.find(accountId));
    const [checked, money] = await Promise.all([
      check(accountId, productId, input, time),
      queries.findMoney(customerId),
    ]);
    return database.transaction(async (transaction) => {
      const row = await queries.lockQuote(transaction, known.id, accountId);
      if (!row) throw new PriceChangedError();
      // Another identical request may have been here since.
      const meanwhile = await findBegun(transaction, row, input);
      if (meanwhile) return meanwhile;
      const quoted = requireSameTerms(row, checked, money);
      if (row.amountDue > 0 && !input.paymentMethodId)
        throw new InvalidInputError({ paymentMethodId: [{ key: 'purchase.cardRequired' }] });
      const request: PurchaseRequest = {
        quoteId: row.id,
        customerId,
        paymentMethodId: input.paymentMethodId ?? undefined,
        productId,
        quoted,
      };
      const operation = await gateway.operations.begin(transaction, {
        accountId,
        userId: session.user.id,
        kind: purchaseKind,
        subject: productId,
        requestKey: `${row.id} ${input.paymentMethodId ?? 'no card'}`,
        request,
      });
      await queries.bindQuote(transaction, row.id, operation.id);
      const detail = { operationId: operation.id, productId, planId: quoted.planId, amountDue: row.amountDue };
      await audit.record({ ...actor, kind: 'purchaseBegun', detail }, transaction);
      return operation;
    });
  }

  async function present(operation: OperationState, locale: Locale): Promise<PurchaseResult> {
    const { quoted } = operation.request as PurchaseRequest;
    const outcome = operation.result as PurchaseOutcome | null;
    const subscription = outcome ? await subscriptions.findByStripeId(outcome.stripeSubscriptionId) : undefined;
    const status = statusOf(operation);
    const failure = operation.error && failureOf(operation);
    return {
      operationId: operation.id,
      status,
      subscriptionId: subscription?.id ?? null,
      clientSecret: operation.clientSecret ?? null,
      amountPaid: status === 'succeeded' ? (outcome?.amountPaid ?? 0) : null,
      nextPaymentDate: quoted.nextPaymentDate,
      receiptUrl: status === 'succeeded' ? (outcome?.receiptUrl ?? null) : null,
      error: failure && {
        code: failure.code,
        message: 'text' in failure.said ? failure.said.text : translate(locale, failure.said.key, failure.said.values),
      },
    };
  }

  return {
    /** Totals from the catalogue alone, for the dialogs while one chooses. */
    calculateTotals: async (session: Session, productId: string, selection: PurchaseSelection, locale: Locale) =>
      calculateTotals(await check(session.account.id, productId, selection, now()), locale),

    /** Stripe's previews at one price date, kept as a quote that a purchase must name. */
    quote,

    /**
     * Buys what a quote said. Being asked twice is being asked once.
     * @throws CardError when the card is declined, InvalidCoupon when Stripe does not take it any more: nothing was bought. PriceChangedError, PurchaseUnderWayError, NotForSaleError.
     */
    async purchase(
      session: Person,
      productId: string,
      input: PurchaseInput,
      locale: Locale,
      actor: Actor,
    ): Promise<PurchaseResult> {
      const customerId = await billing.ensureCustomer(session);
      await requireOwnCard(customerId, input.paymentMethodId);
      let operation: Operation;
      try {
        operation = await begin(session, productId, input, customerId, actor);
      } catch (error) {
        if (!isUniqueViolation(error, 'stripe_operations_one_live_key')) throw error;
        const live = await gateway.operations.findLive(session.account.id, productId);
        throw live && live.kind !== purchaseKind
          ? new ChangeUnderWayError(live.id)
          : new PurchaseUnderWayError(live?.id);
      }
      const state = await gateway.operations.run(operation.id);
      if (state.state === 'failed' && refusals.has(state.error?.code ?? '')) throw failureOf(state);
      return present(state, locale);
    },

    /**
     * How a purchase stands. Where the card's holder had to confirm, Stripe is asked. What confirms it goes to those who may buy, and to nobody else.
     * @throws NotFoundError also for another account's.
     */
    async getPurchase(
      session: Session,
      productId: string,
      operationId: string,
      locale: Locale,
    ): Promise<PurchaseResult> {
      const operation = await gateway.operations.find(database.query, operationId, session.account.id);
      if (!operation || operation.kind !== purchaseKind || operation.subject !== productId) throw new NotFoundError();
      const asked =
        operation.state === 'requires_action'
          ? await gateway.operations.run(operation.id)
          : { ...operation, clientSecret: undefined };
      return present(session.user.readOnly ? { ...asked, clientSecret: undefined } : asked, locale);
    },
  };
}

function sameCard(operation: Operation, paymentMethodId: string | null | undefined): boolean {
  return (operation.request as PurchaseRequest).paymentMethodId === (paymentMethodId ?? undefined);
}
