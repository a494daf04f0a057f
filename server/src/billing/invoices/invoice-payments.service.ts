import type { InvoicePaymentResult, InvoicePayment as InvoicePaymentView } from '@portico/contract';
import { NotFoundError } from '../../core/http/app-error.ts';
import {
  findLiveOperation,
  makeChange,
  type Operation,
  type OperationState,
  runOperation,
  statusOf,
  toOperationError,
} from '../../core/operations/index.ts';
import { cardBrand } from '../../core/stripe/index.ts';
import { findCard } from '../cards/cards.queries.ts';
import { lockCardForPayment } from '../cards/cards.service.ts';
import { findChargedCards } from '../subscriptions/subscriptions.cards.ts';
import { listSubscriptionsByStripeId, type SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { mayChangeCard } from '../subscriptions/subscriptions.rules.ts';
import { type CardPaymentRequest, cardPaymentOutcome, payWithCardOperation } from './invoice-payments.operations.ts';
import { InvoiceNotPayableError } from './invoices.errors.ts';
import type { MirroredInvoice } from './invoices.queries.ts';
import { type Asking, collectionLimit, describeRows, requireInvoice } from './invoices.service.ts';
import { listIntentsOfInvoices } from './unpaid.queries.ts';

/** Failed tries among which the last one of an invoice is looked for. */
const mostTries = 1;

/**
 * What somebody who pays an invoice has to know (INV-26). A payment that waits for its cardholder is looked at first: it may have been confirmed.
 * @throws NotFoundError also for another account's.
 */
export async function getPayment(context: Asking, invoiceId: string): Promise<InvoicePaymentView> {
  const { database, operations, session, accountId } = context;
  await requireInvoice(database.query, session, invoiceId);
  const live = await findLiveOperation(database.query, accountId, invoiceId);
  if (live?.state === 'requires_action') await runOperation(operations, live.id);
  const invoice = await requireInvoice(database.query, session, invoiceId);
  const unsettled = live && (await findLiveOperation(database.query, accountId, invoiceId));
  const [words, subscription, lastTry] = await Promise.all([
    describeRows(context, [invoice]),
    findSubscriptionOf(context, invoice),
    findLastTry(context, invoiceId),
  ]);
  const { number, status, amountRemaining, currency, customerId, hostedInvoiceUrl } = invoice;
  const [charged] = await findChargedCards(database.query, [
    { customerId, paymentMethodId: subscription?.paymentMethodId ?? null },
  ]);
  return {
    invoiceId,
    number,
    productName: words.get(invoiceId)?.productName ?? null,
    status,
    amount: amountRemaining,
    currency,
    chargedPaymentMethodId: charged?.id ?? null,
    renews: subscription !== undefined && mayKeepCard(subscription),
    lastTry,
    unsettled: unsettled ? presentUnsettled(unsettled) : null,
    hostedInvoiceUrl: status === 'open' ? hostedInvoiceUrl : null,
  };
}

/**
 * Pays an open invoice with a saved card of the account (INV-26). Asked again, it tells how that payment stands. A payment with another card that
 * waits for its cardholder is given up first.
 * @throws NotFoundError for an invoice or a card that is not the account's; InvoiceNotPayableError; CardError; ChangeUnderWayError;
 * TooManyRequestsError.
 */
export async function payInvoice(
  context: Asking,
  invoiceId: string,
  { paymentMethodId, keepCard }: { readonly paymentMethodId: string; readonly keepCard: boolean },
): Promise<InvoicePaymentResult> {
  const { database, operations, session, accountId, actor } = context;
  const invoice = await requireInvoice(database.query, session, invoiceId);
  if (!(await findCard(database.query, invoice.customerId, paymentMethodId))) throw new NotFoundError();
  const live = await findLiveOperation(database.query, accountId, invoiceId);
  const isFollowed = live && isPaymentWith(live, paymentMethodId);
  if (isFollowed) return present(await follow(context, live), invoice);
  if (invoice.status !== 'open') throw new InvoiceNotPayableError(invoice.status === 'paid');
  await collectionLimit.take(database, accountId);
  if (live?.state === 'requires_action') await giveUp(context, live);
  const request: CardPaymentRequest = {
    invoiceId,
    paymentMethodId,
    keptFor: keepCard ? await subscriptionToKeep(context, invoice, paymentMethodId) : null,
  };
  const { kind } = payWithCardOperation;
  const change = { accountId, userId: session.user.id, kind, subject: invoiceId, request, actor };
  const check = (transaction: Parameters<typeof lockCardForPayment>[0]) =>
    lockCardForPayment(transaction, accountId, paymentMethodId);
  return present(await makeChange(operations, { ...change, check }), invoice);
}

/** Whether an unsettled operation is the payment of the invoice with this card. */
function isPaymentWith(live: Operation, paymentMethodId: string): boolean {
  return payWithCardOperation.is(live) && payWithCardOperation.read(live).request.paymentMethodId === paymentMethodId;
}

/** Looks how a payment stands, and takes it on. @throws the error with which it failed. */
async function follow({ operations }: Asking, live: Operation): Promise<OperationState> {
  const state = await runOperation(operations, live.id);
  if (state.state === 'failed') throw toOperationError(state);
  return state;
}

/** Ends a payment that waits for its cardholder. One that was confirmed first has paid the invoice. @throws InvoiceNotPayableError */
async function giveUp({ operations }: Asking, live: Operation): Promise<void> {
  const { state } = await runOperation(operations, live.id, { abandon: true });
  if (state === 'succeeded') throw new InvoiceNotPayableError(true);
}

async function findSubscriptionOf(
  { database, accountId }: Asking,
  { subscriptionId }: Pick<MirroredInvoice, 'subscriptionId'>,
): Promise<SubscriptionRow | undefined> {
  if (subscriptionId === null) return undefined;
  const [found] = await listSubscriptionsByStripeId(database.query, accountId, [subscriptionId]);
  return found;
}

/** A subscription that goes on is charged again. */
function mayKeepCard(row: SubscriptionRow): boolean {
  return mayChangeCard(row) && row.cancelAt === null;
}

/** The subscription that the card is to pay for; null where it does already, and where nothing is charged any more. */
async function subscriptionToKeep(
  context: Asking,
  invoice: MirroredInvoice,
  paymentMethodId: string,
): Promise<CardPaymentRequest['keptFor']> {
  const row = await findSubscriptionOf(context, invoice);
  if (!row || !mayKeepCard(row) || row.paymentMethodId === paymentMethodId) return null;
  return { subscriptionId: row.id, stripeSubscriptionId: row.stripeSubscriptionId };
}

async function findLastTry(
  { database, locale, listFailedCharges, chargeFailureReason }: Asking,
  invoiceId: string,
): Promise<InvoicePaymentView['lastTry']> {
  const intents = await listIntentsOfInvoices(database.query, [invoiceId]);
  const ids = intents.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  if (ids.length === 0) return null;
  const [last] = await listFailedCharges(database.query, ids, mostTries);
  if (!last) return null;
  const { at, paymentMethodId, brand, last4, declineReason } = last;
  return {
    at: at.toISOString(),
    paymentMethodId,
    card: brand && last4 ? { brand: cardBrand(brand), last4 } : null,
    // That it was declined is said already.
    reason: declineReason === 'generic_decline' ? null : chargeFailureReason(last, locale),
  };
}

function presentUnsettled(live: Operation): NonNullable<InvoicePaymentView['unsettled']> {
  return {
    status: live.state === 'requires_action' ? 'requiresAction' : 'pending',
    paymentMethodId: payWithCardOperation.is(live) ? payWithCardOperation.read(live).request.paymentMethodId : null,
  };
}

function present(state: OperationState, { currency }: Pick<MirroredInvoice, 'currency'>): InvoicePaymentResult {
  const result = state.result === null ? null : cardPaymentOutcome.parse(state.result);
  return {
    operationId: state.id,
    status: statusOf(state),
    outcome: result?.outcome ?? null,
    clientSecret: state.clientSecret ?? null,
    amountPaid: state.state === 'succeeded' ? (result?.amountPaid ?? null) : null,
    currency,
    cardKept: result?.cardKept ?? false,
  };
}
