import { randomBytes } from 'node:crypto';
import type { Locale, PurchaseResult, PurchaseSelection } from '@portico/contract';
import { isUniqueViolation } from '../../db/database.ts';
import { NotFoundError, say } from '../../http/app-error.ts';
import { createLimit } from '../../http/limits.ts';
import type { Actor } from '../../http/request-context.ts';
import type { Person, Session } from '../../http/session-context.ts';
import {
  ChangeUnderWayError,
  failureOf,
  findLiveOperation,
  findOperation,
  type Operation,
  type OperationState,
  runOperation,
  statusOf,
} from '../../operations/index.ts';
import { ensureCustomer, findCustomer } from '../customers/index.ts';
import { presentPreview } from '../invoices/index.ts';
import {
  createBeginning,
  type PreviewInput,
  type PurchaseDependencies,
  type PurchaseInput,
  timeOf,
} from './purchase.begin.ts';
import { requireOwnMoney } from './purchase.credits.ts';
import { PurchaseUnderWayError } from './purchase.errors.ts';
import type { PurchaseOutcome, PurchaseRequest } from './purchase.operation.ts';
import { purchaseKind } from './purchase.queries.ts';
import { createSelectionCheck, requireChargeable, requireQuotable } from './purchase.selection.ts';
import {
  captionsByStripePrice,
  nextPaymentDate,
  type QuotedTerms,
  quoteMilliseconds,
  selectionHash,
  standingOf,
  toTerms,
} from './purchase.terms.ts';
import { calculateTotals } from './purchase.totals.ts';
import { requirePaid } from './purchase.unpaid.ts';

/** What customers can mend themselves; of anything else the answer tells that the purchase failed. */
const refusals: ReadonlySet<string> = new Set(['CardError', 'Conflict', 'InvalidCoupon', 'PriceChanged']);

/** Previews that an account may ask for in a minute: each is two calls to Stripe. */
const previewsAMinute = 60;

/** How often an account may give something up in a minute: each is up to five calls to Stripe. */
const givingUpsAMinute = 20;

/** How often a minute Stripe is asked how an account's waiting purchases stand. */
const looksAMinute = 60;

export function createPurchaseService(dependencies: PurchaseDependencies) {
  const { database, queries, catalog, subscriptions, operations, gateway, audit, now } = dependencies;
  const check = createSelectionCheck(dependencies);
  const begin = createBeginning(dependencies, check);
  const previewLimit = createLimit(database, 'preview', previewsAMinute, 60);
  const lookLimit = createLimit(database, 'purchase-look', looksAMinute, 60);
  const givingUpLimit = createLimit(database, 'purchase-giving-up', givingUpsAMinute, 60);

  async function requireOwnCard(customerId: string | null, paymentMethodId: string | null | undefined): Promise<void> {
    if (!paymentMethodId) return;
    if (!customerId || !(await queries.ownsCard(customerId, paymentMethodId))) throw new NotFoundError();
  }

  async function quote(session: Person, productId: string, input: PreviewInput, locale: Locale) {
    await previewLimit.take(String(session.account.id));
    const account = await findCustomer({ database }, session.account.id);
    const { customerId, address } = account;
    const pricedAt = await timeOf(dependencies, account);
    const checked = await check(session.account.id, productId, input, pricedAt);
    await requireOwnCard(customerId, input.paymentMethodId);
    const details = input.shippingDetails ?? address ?? undefined;
    requireQuotable(checked, details);
    const rows = await subscriptions.listForProduct(database.query, session.account.id, productId);
    await requirePaid(database.query, session.account.id, rows);
    const terms = toTerms(checked, details !== undefined, pricedAt);
    const money = await queries.findMoney(database.query, customerId, checked.current?.stripeSubscriptionId ?? null);
    const { now: first, recurring } = await gateway.previews.previewTerms(terms, customerId ?? undefined, details);
    requireChargeable(first, recurring);
    if (checked.current && customerId) {
      const { stripeSubscriptionId } = checked.current;
      await requireOwnMoney(dependencies, {
        accountId: session.account.id,
        customerId,
        stripeSubscriptionId,
        lines: first.lines,
        asked: details,
        last: address,
      });
    }
    const quoted: QuotedTerms = {
      terms,
      planId: checked.resolved.plan.id,
      shippingDetails: details,
      nextPaymentDate: nextPaymentDate(checked, terms, recurring.total),
      recurringTotal: recurring.total,
      standing: standingOf(checked.current),
      basis: {
        ...money,
        startingBalance: first.startingBalance,
        startingTaxExempt: first.customerTaxExempt,
        startingDiscounts: first.discountIds,
      },
      charge: { total: first.total, amountDue: first.amountDue },
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

  /** @throws NotFoundError also for another account's, and for another product's. */
  async function find(accountId: number, productId: string, operationId: string): Promise<Operation> {
    const operation = await findOperation(database.query, operationId, accountId);
    if (!operation || operation.kind !== purchaseKind || operation.subject !== productId) throw new NotFoundError();
    return operation;
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
        message: say(failure.said, locale),
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
      const customerId = await ensureCustomer({ ...dependencies, session, accountId: session.account.id });
      await requireOwnCard(customerId, input.paymentMethodId);
      let operation: Operation;
      try {
        operation = await begin(session, productId, input, customerId, actor);
      } catch (error) {
        if (!isUniqueViolation(error, 'stripe_operations_one_live_key')) throw error;
        const live = await findLiveOperation(database.query, session.account.id, productId);
        throw live && live.kind !== purchaseKind
          ? new ChangeUnderWayError(live.id)
          : new PurchaseUnderWayError(live?.id);
      }
      const state = await runOperation(operations, operation.id);
      if (state.state === 'failed' && refusals.has(state.error?.code ?? '')) throw failureOf(state);
      return present(state, locale);
    },

    /**
     * How a purchase stands. Where the card's holder had to confirm, Stripe is asked. What confirms it goes to those who may buy, and to nobody else.
     * @throws NotFoundError also for another account's; TooManyRequestsError.
     */
    async getPurchase(
      session: Session,
      productId: string,
      operationId: string,
      locale: Locale,
    ): Promise<PurchaseResult> {
      const operation = await find(session.account.id, productId, operationId);
      if (operation.state !== 'requires_action') return present({ ...operation, clientSecret: undefined }, locale);
      await lookLimit.take(String(session.account.id));
      const asked = await runOperation(operations, operation.id);
      return present(session.user.readOnly ? { ...asked, clientSecret: undefined } : asked, locale);
    },

    /**
     * Gives up what waits for its card's holder; what does not wait stays as it is. Where the holder was quicker, it is bought. Where Stripe does
     * not answer, the worker goes on with it.
     * @throws NotFoundError also for another account's; TooManyRequestsError.
     */
    async giveUp(
      session: Person,
      productId: string,
      operationId: string,
      locale: Locale,
      actor: Actor,
    ): Promise<PurchaseResult> {
      const operation = await find(session.account.id, productId, operationId);
      if (operation.state !== 'requires_action') return present({ ...operation, clientSecret: undefined }, locale);
      await givingUpLimit.take(String(session.account.id));
      await audit.record({ ...actor, kind: 'purchaseGivenUp', detail: { operationId, productId } });
      const left = await runOperation(operations, operationId, { abandon: true });
      return present(left.state === 'requires_action' ? { ...left, state: 'pending' } : left, locale);
    },
  };
}
