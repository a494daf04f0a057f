import { type Locale, locales } from '@portico/contract';
import { z } from 'zod';
import { findAccountBillingDetails, storeAccountCustomer } from '../../accounts/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import { type CustomerDetails, type Gateway, isFinal, settleIssues } from '../../core/stripe/index.ts';
import { findDeletedCustomer } from './customers.queries.ts';

const request = z.object({
  name: z.string(),
  email: z.string(),
  purchaseOrder: z.string().optional(),
  language: z.enum(locales).optional(),
  testClockId: z.string().optional(),
  /** The customer that was deleted at Stripe and is replaced. */
  formerCustomerId: z.string().optional(),
});
const outcome = z.object({ customerId: z.string() });

export interface CreateCustomerContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'billingDetails' | 'customers' | 'mirror'>;
}

export type CustomerRequest = z.infer<typeof request>;
type Outcome = z.infer<typeof outcome>;
type CustomerOperation = OperationOf<CustomerRequest, Outcome>;

/** The operation's subject: an account has one customer. */
export const customerSubject = 'customer';

/**
 * Creates the account's customer at Stripe. The operation belongs to a purchase or an added card, so users do not see
 * it separately.
 */
export const createCustomerOperation = defineOperation({
  kind: 'customer',
  request,
  outcome,
  perform: createCustomerAtStripe,
  settled: storeCreatedCustomer,
});

async function createCustomerAtStripe(
  { database, gateway }: CreateCustomerContext,
  { id, accountId, request: wanted }: CustomerOperation,
  { step }: OperationContext,
): Promise<Performed<Outcome>> {
  // Another operation may have created it in the meantime.
  const { customerId } = await findAccountBillingDetails(database.query, accountId);
  const { formerCustomerId, ...asked } = wanted;
  if (customerId && customerId !== formerCustomerId) return { state: 'succeeded', outcome: { customerId } };
  const former = formerCustomerId ? await findDeletedCustomer(database.query, formerCustomerId) : undefined;
  const creation = {
    ...asked,
    ...(former && { name: former.companyName || asked.name, email: former.email || asked.email }),
    accountId,
    operationId: id,
  };
  const customer = await step(
    'customer',
    (key) => gateway.customers.create(creation, key),
    () => gateway.customers.findMade(creation),
  );
  if (former)
    await copyDetails(gateway, customer.id, { ...former, language: former.language ?? asked.language ?? 'en' }, step);
  await (former ? gateway.mirror.refresh('customer', customer.id) : gateway.mirror.storeCustomer(customer));
  return { state: 'succeeded', outcome: { customerId: customer.id } };
}

/** Gives a new customer what the invoices of the deleted one showed. A tax number that Stripe no longer accepts is left out. */
async function copyDetails(
  { billingDetails }: CreateCustomerContext['gateway'],
  customerId: string,
  { address, taxId, ...details }: CustomerDetails & { language: Locale },
  step: OperationContext['step'],
): Promise<void> {
  if (address) await billingDetails.save(customerId, { ...details, address }, step);
  if (!taxId) return;
  try {
    await billingDetails.addTaxId(customerId, taxId, step);
  } catch (error) {
    if (!isFinal(error)) throw error;
  }
}

async function storeCreatedCustomer(
  _context: CreateCustomerContext,
  transaction: Queryable,
  { state, accountId, request: { formerCustomerId }, outcome: made }: CustomerOperation,
): Promise<void> {
  if (state !== 'succeeded' || !made) return;
  await storeAccountCustomer(transaction, accountId, made.customerId, formerCustomerId);
  if (formerCustomerId) await settleIssues(transaction, 'customerDeleted', [formerCustomerId]);
}
