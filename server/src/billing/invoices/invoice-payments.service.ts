import type { InvoicePaymentResult, InvoicePayment as InvoicePaymentView } from '@portico/contract';
import { ForbiddenError, NotFoundError } from '../../core/http/app-error.ts';
import {
  findLiveOperation,
  makeChange,
  type Operation,
  type OperationState,
  runOperation,
  toOperationError,
  toOperationStatus,
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
import { collectionLimit, describeRows, getOwnInvoice, type InvoiceRequestContext } from './invoices.service.ts';
import { listIntentsOfInvoices } from './unpaid.queries.ts';

/**
 * The data for paying an invoice (INV-26). A payment that requires authentication is updated first, because it may have been authenticated.
 * @throws NotFoundError also for another account's invoice
 */
export async function getPayment(context: InvoiceRequestContext, invoiceId: string): Promise<InvoicePaymentView> {
  const { database, operations, session, accountId } = context;
  await getOwnInvoice(database.query, session, invoiceId);
  const live = await findLiveOperation(database.query, accountId, invoiceId);
  if (live?.state === 'requires_action') await runOperation(operations, live.id);
  const invoice = await getOwnInvoice(database.query, session, invoiceId);
  const unsettled = live && (await findLiveOperation(database.query, accountId, invoiceId));
  const [words, subscription, lastTry] = await Promise.all([
    describeRows(context, [invoice]),
    findInvoiceSubscription(context, invoice),
    findLastTry(context, invoiceId),
  ]);
  const { number, status, amountRemaining, currency, hostedInvoiceUrl } = invoice;
  return {
    invoiceId,
    number,
    productName: words.get(invoiceId)?.productName ?? null,
    status,
    amount: amountRemaining,
    currency,
    chargedPaymentMethodId: await findChargedCard(context, invoice, subscription),
    renews: subscription !== undefined && mayKeepCard(subscription),
    lastTry,
    unsettled: unsettled ? presentUnsettled(unsettled) : null,
    hostedInvoiceUrl: status === 'open' ? hostedInvoiceUrl : null,
  };
}

/**
 * Pays an open invoice with a saved card of the account (INV-26). A repeated request returns the state of that payment. A payment with another card
 * that requires authentication is abandoned first. An operator who acts as a user can only use the card that is charged anyway (ACC-11).
 * @throws ForbiddenError for another card while acting; NotFoundError for an invoice or a card that is not the account's; InvoiceNotPayableError; CardError; ChangeUnderWayError;
 * TooManyRequestsError.
 */
export async function payInvoice(
  context: InvoiceRequestContext,
  invoiceId: string,
  { paymentMethodId, keepCard }: { readonly paymentMethodId: string; readonly keepCard: boolean },
): Promise<InvoicePaymentResult> {
  const { database, operations, session, accountId, actor } = context;
  const invoice = await getOwnInvoice(database.query, session, invoiceId);
  if (!(await findCard(database.query, invoice.customerId, paymentMethodId))) throw new NotFoundError();
  if (session.actingOperator) {
    const subscription = await findInvoiceSubscription(context, invoice);
    if (paymentMethodId !== (await findChargedCard(context, invoice, subscription)))
      throw new ForbiddenError('problem.notWhileActing');
  }
  const live = await findLiveOperation(database.query, accountId, invoiceId);
  if (live && isPaymentWith(live, paymentMethodId))
    return presentCardPayment(await resumePayment(context, live), invoice);
  if (invoice.status !== 'open') throw new InvoiceNotPayableError(invoice.status === 'paid');
  await collectionLimit.take(database, accountId);
  if (live?.state === 'requires_action') await abandonPayment(context, live);
  const request: CardPaymentRequest = {
    invoiceId,
    paymentMethodId,
    keptFor: keepCard ? await findSubscriptionToKeep(context, invoice, paymentMethodId) : null,
  };
  const { kind } = payWithCardOperation;
  const change = { accountId, userId: session.user.id, kind, subject: invoiceId, request, actor };
  const check = (transaction: Parameters<typeof lockCardForPayment>[0]) =>
    lockCardForPayment(transaction, accountId, paymentMethodId);
  return presentCardPayment(await makeChange(operations, { ...change, check }), invoice);
}

function isPaymentWith(live: Operation, paymentMethodId: string): boolean {
  return payWithCardOperation.is(live) && payWithCardOperation.read(live).request.paymentMethodId === paymentMethodId;
}

/** Resumes a payment. @throws the error with which it failed */
async function resumePayment({ operations }: InvoiceRequestContext, live: Operation): Promise<OperationState> {
  const state = await runOperation(operations, live.id);
  if (state.state === 'failed') throw toOperationError(state);
  return state;
}

/** Abandons a payment that requires authentication. @throws InvoiceNotPayableError if it succeeded first */
async function abandonPayment({ operations }: InvoiceRequestContext, live: Operation): Promise<void> {
  const { state } = await runOperation(operations, live.id, { abandon: true });
  if (state === 'succeeded') throw new InvoiceNotPayableError(true);
}

async function findInvoiceSubscription(
  { database, accountId }: InvoiceRequestContext,
  { subscriptionId }: Pick<MirroredInvoice, 'subscriptionId'>,
): Promise<SubscriptionRow | undefined> {
  if (subscriptionId === null) return undefined;
  const [found] = await listSubscriptionsByStripeId(database.query, accountId, [subscriptionId]);
  return found;
}

/** The card to which the invoice's subscription is charged, otherwise the account's default card. */
async function findChargedCard(
  { database }: InvoiceRequestContext,
  { customerId }: Pick<MirroredInvoice, 'customerId'>,
  subscription: SubscriptionRow | undefined,
): Promise<string | null> {
  const [charged] = await findChargedCards(database.query, [
    { customerId, paymentMethodId: subscription?.paymentMethodId ?? null },
  ]);
  return charged?.id ?? null;
}

/** Only a subscription that renews is charged again. */
function mayKeepCard(row: SubscriptionRow): boolean {
  return mayChangeCard(row) && row.cancelAt === null;
}

/** The subscription to charge to the card; null if it already is, or if nothing is charged any more. */
async function findSubscriptionToKeep(
  context: InvoiceRequestContext,
  invoice: MirroredInvoice,
  paymentMethodId: string,
): Promise<CardPaymentRequest['keptFor']> {
  const row = await findInvoiceSubscription(context, invoice);
  if (!row || !mayKeepCard(row) || row.paymentMethodId === paymentMethodId) return null;
  return { subscriptionId: row.id, stripeSubscriptionId: row.stripeSubscriptionId };
}

async function findLastTry(
  { database, locale, listFailedCharges, chargeFailureReason }: InvoiceRequestContext,
  invoiceId: string,
): Promise<InvoicePaymentView['lastTry']> {
  const intents = await listIntentsOfInvoices(database.query, [invoiceId]);
  const ids = intents.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  if (ids.length === 0) return null;
  const [last] = await listFailedCharges(database.query, ids, 1);
  if (!last) return null;
  const { at, paymentMethodId, brand, last4, declineReason } = last;
  return {
    at: at.toISOString(),
    paymentMethodId,
    card: brand && last4 ? { brand: cardBrand(brand), last4 } : null,
    // The page already shows that the card was declined.
    reason: declineReason === 'generic_decline' ? null : chargeFailureReason(last, locale),
  };
}

function presentUnsettled(live: Operation): NonNullable<InvoicePaymentView['unsettled']> {
  return {
    status: live.state === 'requires_action' ? 'requiresAction' : 'pending',
    paymentMethodId: payWithCardOperation.is(live) ? payWithCardOperation.read(live).request.paymentMethodId : null,
  };
}

function presentCardPayment(
  state: OperationState,
  { currency }: Pick<MirroredInvoice, 'currency'>,
): InvoicePaymentResult {
  const result = state.result === null ? null : cardPaymentOutcome.parse(state.result);
  return {
    operationId: state.id,
    status: toOperationStatus(state),
    outcome: result?.outcome ?? null,
    clientSecret: state.clientSecret ?? null,
    amountPaid: state.state === 'succeeded' ? (result?.amountPaid ?? null) : null,
    currency,
    cardKept: result?.cardKept ?? false,
  };
}
