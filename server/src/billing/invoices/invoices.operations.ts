import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import { CardError } from '../../core/stripe/index.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { InvoiceNotPayableError } from './invoices.errors.ts';

/** The subject of a payment is its invoice. */
const payRequest = z.object({ invoiceId: z.string() });
export const payOutcome = z.object({
  /** `sent`: Stripe sent it by email. `requiresAction`: the cardholder must authenticate the payment on the invoice's page. */
  outcome: z.enum(['paid', 'sent', 'requiresAction']),
  hostedInvoiceUrl: z.string().nullable(),
});

export type PayRequest = z.infer<typeof payRequest>;
export type PayOutcome = z.infer<typeof payOutcome>;
type PayOperation = OperationOf<PayRequest, PayOutcome>;

export const payInvoiceOperation = defineOperation({
  kind: 'invoice-pay',
  request: payRequest,
  outcome: payOutcome,
  shownAs: 'pay',
  perform: payInvoiceAtStripe,
  settled: audit,
});

/** @throws CardError if the card is declined; InvoiceNotPayableError if the invoice is no longer open */
async function payInvoiceAtStripe(
  { gateway }: InvoicesContext,
  { request: { invoiceId }, createdAt }: PayOperation,
  { step }: OperationContext,
): Promise<Performed<PayOutcome>> {
  const { invoiceCollection, mirror } = gateway;
  const collection = await invoiceCollection.collect(invoiceId, createdAt, step).catch(async (error) => {
    // A declined card changes the invoice too.
    if (error instanceof CardError) await mirror.refresh('invoice', invoiceId);
    throw error;
  });
  const { outcome, hostedInvoiceUrl, subscriptionId } = collection;
  await mirror.refresh('invoice', invoiceId);
  if (subscriptionId) await mirror.refresh('subscription', subscriptionId);
  if (outcome === 'refused') throw new InvoiceNotPayableError();
  return { state: 'succeeded', outcome: { outcome, hostedInvoiceUrl } };
}

async function audit(
  context: InvoicesContext,
  transaction: Queryable,
  { actor, error, outcome, request: { invoiceId } }: PayOperation,
): Promise<void> {
  const detail = { invoiceId, outcome: outcome?.outcome ?? null, error: error?.code ?? null };
  await context.audit.record({ ...(actor as Partial<Actor>), kind: 'invoiceCollected', detail }, transaction);
}
