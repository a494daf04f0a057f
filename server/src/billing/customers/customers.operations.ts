import { locales } from '@portico/contract';
import { z } from 'zod';
import { findAccountBillingDetails, storeAccountCustomer } from '../../accounts/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';

const request = z.object({
  name: z.string(),
  email: z.string(),
  purchaseOrder: z.string().optional(),
  language: z.enum(locales).optional(),
  testClockId: z.string().optional(),
});
const outcome = z.object({ customerId: z.string() });

export interface CreateCustomerContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'customers' | 'mirror'>;
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
  if (customerId) return { state: 'succeeded', outcome: { customerId } };
  const creation = { ...wanted, accountId, operationId: id };
  const customer = await step(
    'customer',
    (key) => gateway.customers.create(creation, key),
    () => gateway.customers.findMade(creation),
  );
  await gateway.mirror.storeCustomer(customer);
  return { state: 'succeeded', outcome: { customerId: customer.id } };
}

async function storeCreatedCustomer(
  _context: CreateCustomerContext,
  transaction: Queryable,
  { state, accountId, outcome: made }: CustomerOperation,
): Promise<void> {
  if (state === 'succeeded' && made) await storeAccountCustomer(transaction, accountId, made.customerId);
}
