import type { Queryable } from '../../core/db/database.ts';
import { type CustomerDetails, readCustomerDetails } from '../../core/stripe/index.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';

/** Whom a customer's invoices are for, by the mirror. Null where the mirror has no such customer. */
export async function findCustomerDetails(on: Queryable, customerId: string): Promise<CustomerDetails | null> {
  const customer = await findMirroredCustomer(on, customerId);
  return customer ? readCustomerDetails(customer.data) : null;
}
