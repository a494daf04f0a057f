import { randomBytes } from 'node:crypto';
import type { Locale, PurchaseResult, PurchaseSelection } from '@portico/contract';
import { isUniqueViolation } from '../../db/database.ts';
import { NotFoundError } from '../../http/app-error.ts';
import { createLimit } from '../../http/limits.ts';
import { say } from '../../http/say.ts';
import type { Person, Session } from '../../http/session-context.ts';
import { ChangeUnderWayError, failureOf, type Operation, type OperationState, statusOf } from '../../stripe/index.ts';
import type { Actor } from '../audit/index.ts';
import {
  createBeginning,
  type PreviewInput,
  type PurchaseDependencies,
  type PurchaseInput,
  timeOf,
} from './purchase.begin.ts';
import { PurchaseUnderWayError } from './purchase.errors.ts';
import type { PurchaseOutcome, PurchaseRequest } from './purchase.operation.ts';
import { presentPreview } from './purchase.preview.ts';
import { purchaseKind } from './purchase.queries.ts';
import { createSelectionCheck, requireQuotable } from './purchase.selection.ts';
import {
  captionsByStripePrice,
  nextPaymentDate,
  type QuotedTerms,
  selectionHash,
  standingOf,
  toTerms,
} from './purchase.terms.ts';
import { calculateTotals } from './purchase.totals.ts';

/** How long a quote holds (design 'taxTransactionId'). */
const quoteMilliseconds = 30 * 60 * 1000;

/** What customers can mend themselves; of anything else the answer tells that the purchase failed. */
const refusals: ReadonlySet<string> = new Set(['CardError', 'InvalidCoupon', 'PriceChanged']);

/** Previews that an account may ask for in a minute: each is two calls to Stripe. */
const previewsAMinute = 60;

export function createPurchaseService(dependencies: PurchaseDependencies) {
  const { database, queries, catalog, subscriptions, billing, gateway, now } = dependencies;
  const check = createSelectionCheck(dependencies);
  const begin = createBeginning(dependencies, check);
  const previewLimit = createLimit(database, 'preview', previewsAMinute, 60);

  async function requireOwnCard(customerId: string | null, paymentMethodId: string | null | undefined): Promise<void> {
    if (!paymentMethodId) return;
    if (!customerId || !(await queries.ownsCard(customerId, paymentMethodId))) throw new NotFoundError();
  }

  async function quote(session: Person, productId: string, input: PreviewInput, locale: Locale) {
    await previewLimit.take(String(session.account.id));
    const account = await billing.find(session.account.id);
    const { customerId, address } = account;
    const pricedAt = await timeOf(dependencies, account);
    const checked = await check(session.account.id, productId, input, pricedAt);
    await requireOwnCard(customerId, input.paymentMethodId);
    const details = input.shippingDetails ?? address ?? undefined;
    requireQuotable(checked, details);
    const terms = toTerms(checked, details !== undefined, pricedAt);
    const money = await queries.findMoney(database.query, customerId);
    const { now: first, recurring } = await gateway.previews.previewPurchase(terms, customerId ?? undefined, details);
    const quoted: QuotedTerms = {
      terms,
      planId: checked.resolved.plan.id,
      shippingDetails: details,
      nextPaymentDate: nextPaymentDate(checked, terms, recurring.total),
      recurringTotal: recurring.total,
      standing: standingOf(checked.current),
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
