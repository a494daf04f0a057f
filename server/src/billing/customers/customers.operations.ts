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

/** The dependencies of creating a customer at Stripe. */
export interface CreateCustomerContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'customers' | 'mirror'>;
}

export type CustomerRequest = z.infer<typeof request>;
type Outcome = z.infer<typeof outcome>;
type CustomerOperation = OperationOf<CustomerRequest, Outcome>;

/** An account has one customer. */
export const customerSubject = 'customer';

/** Makes the account's customer at Stripe. It belongs to the purchase or the card that needs it, so it is not shown by itself. */
export const createCustomerOperation = defineOperation({
  kind: 'customer',
  request,
  outcome,
  perform: createCustomerAtStripe,
  settled: keepCustomer,
});

async function createCustomerAtStripe(
  { database, gateway }: CreateCustomerContext,
  { id, accountId, request: wanted }: CustomerOperation,
  { step }: OperationContext,
): Promise<Performed<Outcome>> {
  // Another operation may have made it since the request.
  const { customerId } = await findAccountBillingDetails(database.query, accountId);
  if (customerId) return { state: 'succeeded', outcome: { customerId } };
  const asked = { ...wanted, accountId, operationId: id };
  const customer = await step(
    'customer',
    (key) => gateway.customers.create(asked, key),
    () => gateway.customers.findMade(asked),
  );
  await gateway.mirror.storeCustomer(customer);
  return { state: 'succeeded', outcome: { customerId: customer.id } };
}

async function keepCustomer(
  _context: CreateCustomerContext,
  transaction: Queryable,
  { state, accountId, outcome: made }: CustomerOperation,
): Promise<void> {
  if (state === 'succeeded' && made) await storeAccountCustomer(transaction, accountId, made.customerId);
}
