import { z } from 'zod';
import type { Queryable } from '../../db/database.ts';
import { defineOperation, type OperationContext, type OperationOf, type Performed } from '../../operations/index.ts';
import { findAccountBillingDetails, keepAccountCustomer } from '../accounts/index.ts';
import type { CustomersContext } from './customers.service.ts';

const request = z.object({ name: z.string(), email: z.string(), testClockId: z.string().optional() });
const outcome = z.object({ customerId: z.string() });

export type CustomerRequest = z.infer<typeof request>;
type Outcome = z.infer<typeof outcome>;
type CustomerOperation = OperationOf<CustomerRequest, Outcome>;

/** There is one customer an account. */
export const customerSubject = 'customer';

/** Makes the account's customer at Stripe. It is part of the purchase or the card that needs it, and shown as nothing of its own. */
export const createCustomerOperation = defineOperation({
  kind: 'customer',
  request,
  outcome,
  perform: createCustomerAtStripe,
  settled: keepCustomer,
});

async function createCustomerAtStripe(
  { database, gateway }: CustomersContext,
  { id, accountId, request: wanted }: CustomerOperation,
  { step }: OperationContext,
): Promise<Performed<Outcome>> {
  // Whoever asked may have looked before another operation made it.
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
  _context: CustomersContext,
  transaction: Queryable,
  { state, accountId, outcome: made }: CustomerOperation,
): Promise<void> {
  if (state === 'succeeded' && made) await keepAccountCustomer(transaction, accountId, made.customerId);
}
