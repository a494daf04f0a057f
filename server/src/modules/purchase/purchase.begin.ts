import { isDeepStrictEqual } from 'node:util';
import type { PurchaseSelection, ShippingDetails } from '@portico/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { InvalidInputError } from '../../http/app-error.ts';
import { blockedUntil } from '../../http/limits.ts';
import type { Actor } from '../../http/request-context.ts';
import type { Person } from '../../http/session-context.ts';
import {
  beginOperation,
  ChangeUnderWayError,
  findLiveOperation,
  findOperation,
  type Operation,
  type Operations,
  runOperation,
} from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import { holdCard } from '../cards/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { type Customer, findCustomer } from '../customers/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import { isStillOwed, type MoneyOfCustomer } from './purchase.basis.ts';
import type { Coupons } from './purchase.coupons.ts';
import { InvalidCouponError, PriceChangedError } from './purchase.errors.ts';
import type { PurchaseRequest } from './purchase.operation.ts';
import { type PurchaseQueries, purchaseKind, type QuoteRow } from './purchase.queries.ts';
import type { SelectionCheck } from './purchase.selection.ts';
import {
  type CheckedSelection,
  findCurrent,
  type QuotedTerms,
  selectionHash,
  standingOf,
  toTerms,
} from './purchase.terms.ts';
import { requirePaid } from './purchase.unpaid.ts';

export interface PurchaseDependencies {
  readonly database: Database;
  readonly queries: PurchaseQueries;
  readonly catalog: Catalog;
  readonly subscriptions: Subscriptions;
  readonly operations: Operations;
  readonly coupons: Coupons;
  readonly gateway: Gateway;
  readonly audit: Audit;
  readonly now: () => Date;
}

export interface PreviewInput extends PurchaseSelection {
  readonly shippingDetails?: ShippingDetails | null | undefined;
  readonly paymentMethodId?: string | null | undefined;
}

export interface PurchaseInput extends PreviewInput {
  readonly taxTransactionId: string;
}

/** Whom a purchase is for, and what time it is for them. */
interface Given {
  readonly customerId: string;
  readonly time: Date;
}

/** Purchases of an account in an hour that no card may have paid for: as many cards could be tried. */
const unpaidAnHour = 20;

/** What time it is for an account: its own, where its customer lives on a test clock of Stripe's; it decides what runs and from when is charged. */
export async function timeOf(
  { gateway, now }: Pick<PurchaseDependencies, 'gateway' | 'now'>,
  { testClockId }: Pick<Customer, 'testClockId'>,
): Promise<Date> {
  return testClockId ? gateway.testClocks.timeOf(testClockId) : now();
}

/** Begins purchases: what was quoted is judged once more by what there is, and written as an operation. */
export function createBeginning(dependencies: PurchaseDependencies, check: SelectionCheck) {
  const { database, queries, subscriptions, operations, audit, now } = dependencies;

  /**
   * @param money of the customer now.
   * @throws PriceChangedError unless the quote says what is asked now, and the catalogue, the subscription and the customer's money still say
   * what they said then.
   */
  function requireSameTerms(row: QuoteRow, checked: CheckedSelection, money: MoneyOfCustomer): void {
    const quoted = row.terms as QuotedTerms;
    const fresh = toTerms(checked, quoted.terms.automaticTax, now());
    // As JSON, since that is what the quote went through: what is undefined is not there.
    const comparable = ({ items, promotionCodeId, trialDays, change }: QuotedTerms['terms']) =>
      JSON.parse(JSON.stringify({ items, promotionCodeId, trialDays, change: { ...change, prorationDate: 0 } }));
    const same = isDeepStrictEqual(comparable(fresh), comparable(quoted.terms));
    const sameStanding = isDeepStrictEqual(quoted.standing ?? null, standingOf(checked.current));
    if (row.expiresAt <= now() || !same || !sameStanding || !isStillOwed(quoted.basis, money))
      throw new PriceChangedError();
  }

  /**
   * Credit, address, tax and what waits for an invoice are the customer's, whatever is bought: one purchase uses them at a time.
   * @throws ChangeUnderWayError while another product is being bought; TooManyRequestsError after too many purchases that no card paid for, where
   * another one is to pay.
   */
  async function requireItsTurn(on: Queryable, { accountId, productId, amountDue }: QuoteRow): Promise<void> {
    if (await queries.isBuyingAnother(on, accountId, productId)) throw new ChangeUnderWayError(undefined);
    if (amountDue <= 0) return;
    const oldest = await queries.findUnpaid(on, accountId, unpaidAnHour - 1);
    if (oldest) throw blockedUntil(oldest.getTime() + 3_600_000);
  }

  /** Lets go of an earlier purchase of the product whose card's holder never confirmed. */
  async function abandonPendingAuthentication(
    accountId: number,
    productId: string,
    quoteId: string,
    actor: Actor,
  ): Promise<void> {
    const live = await findLiveOperation(database.query, accountId, productId);
    if (live?.state === 'requires_action' && (live.request as PurchaseRequest).quoteId !== quoteId) {
      await audit.record({ ...actor, kind: 'purchaseGivenUp', detail: { operationId: live.id, productId } });
      await runOperation(operations, live.id, { abandon: true });
    }
  }

  /** The purchase that a quote led to already; after a failed one another card may be tried. */
  async function findBegun(on: Queryable, quote: QuoteRow, input: PurchaseInput): Promise<Operation | undefined> {
    const operation = quote.operationId ? await findOperation(on, quote.operationId, quote.accountId) : undefined;
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

  /**
   * Judges a purchase by what there is once it has its place: no other change of the product, and no other purchase of the account, can settle
   * between this and its own calls. What the one before it left has to be what its quote was reckoned with.
   * @throws PriceChangedError; InvoiceUnpaidError
   */
  async function requireAsQuoted(on: Queryable, row: QuoteRow, checked: CheckedSelection, given: Given): Promise<void> {
    const { accountId, productId } = row;
    const held = await subscriptions.listForProduct(on, accountId, productId);
    await requirePaid(on, accountId, held);
    const current = findCurrent(held, given.time);
    const money = await queries.findMoney(on, given.customerId, current?.stripeSubscriptionId ?? null);
    requireSameTerms(row, { ...checked, current }, money);
    if (checked.resolved.plan.isTrial && (await queries.hadTrial(on, accountId, productId)))
      throw new PriceChangedError();
  }

  /**
   * Writes the operation, bound to its quote: identical requests, however many at once, get the same one.
   * @throws a unique violation while another change of the product is live; ChangeUnderWayError, TooManyRequestsError.
   */
  async function begin(
    session: Person,
    productId: string,
    input: PurchaseInput,
    customerId: string,
    actor: Actor,
  ): Promise<Operation> {
    const accountId = session.account.id;
    const known = await findNamedQuote(accountId, productId, input);
    const begun = await findBegun(database.query, known, input);
    if (begun) return begun;
    const time = await timeOf(dependencies, await findCustomer({ database }, accountId));
    const checked = await check(accountId, productId, input, time);
    if (known.expiresAt <= now()) throw new PriceChangedError();
    if (known.amountDue > 0 && !input.paymentMethodId)
      throw new InvalidInputError({ paymentMethodId: [{ key: 'purchase.cardRequired' }] });
    await requireItsTurn(database.query, known);
    await abandonPendingAuthentication(accountId, productId, known.id, actor);
    return database.transaction(async (transaction) => {
      const row = await queries.lockQuote(transaction, known.id, accountId);
      if (!row) throw new PriceChangedError();
      // Another identical request may have been here since.
      const meanwhile = await findBegun(transaction, row, input);
      if (meanwhile) return meanwhile;
      const address = await queries.lockAccount(transaction, accountId);
      await requireItsTurn(transaction, row);
      if (input.paymentMethodId) await holdCard(transaction, accountId, input.paymentMethodId);
      const quoted = row.terms as QuotedTerms;
      // An address that was not asked for was the stored one; buying would take a newer one back.
      const isStored = isDeepStrictEqual(quoted.shippingDetails ?? null, address);
      if (!input.shippingDetails && !isStored) throw new PriceChangedError();
      const request: PurchaseRequest = {
        quoteId: row.id,
        customerId,
        paymentMethodId: input.paymentMethodId ?? undefined,
        formerPaymentMethodId: quoted.terms.change?.paymentMethodId,
        productId,
        quoted,
      };
      const operation = await beginOperation(transaction, {
        accountId,
        userId: session.user.id,
        kind: purchaseKind,
        subject: productId,
        // A card may be tried again once another was declined too: what was tried before belongs to what is asked.
        requestKey: `${row.id} ${input.paymentMethodId ?? 'no card'} after ${row.operationId ?? 'none'}`,
        request,
      });
      await requireAsQuoted(transaction, row, checked, { customerId, time });
      const { promotionCodeId } = quoted.terms;
      const redemption = promotionCodeId && {
        accountId,
        stripePromotionCodeId: promotionCodeId,
        operationId: operation.id,
      };
      if (redemption && !(await queries.redeemCoupon(transaction, redemption)))
        throw new InvalidCouponError('purchase.couponUsed');
      await queries.bindQuote(transaction, row.id, operation.id);
      const detail = { operationId: operation.id, productId, planId: quoted.planId, amountDue: row.amountDue };
      await audit.record({ ...actor, kind: 'purchaseBegun', detail }, transaction);
      return operation;
    });
  }

  return begin;
}

function sameCard(operation: Operation, paymentMethodId: string | null | undefined): boolean {
  return (operation.request as PurchaseRequest).paymentMethodId === (paymentMethodId ?? undefined);
}
