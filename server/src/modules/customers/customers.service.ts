import type { customers, ResponseOf, ShippingDetails } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { UnavailableError } from '../../http/app-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Person } from '../../http/session-context.ts';
import {
  ChangeUnderWayError,
  findLiveOperation,
  makeChange,
  type Operations,
  runOperation,
} from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import { findAccountBillingDetails } from '../accounts/index.ts';
import { type CustomerRequest, createCustomerOperation, customerSubject } from './customers.operations.ts';
import { findMirroredCustomer } from './customers.queries.ts';

export interface CustomersContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'customers' | 'mirror'>;
  readonly operations: Operations;
}

/** What an account is to Stripe. */
export interface Customer {
  /** Null before the first purchase or card. */
  readonly customerId: string | null;
  /** Where its invoices go; null before the first purchase. */
  readonly address: ShippingDetails | null;
  /** The test clock whose time the customer lives in; null for all but those of Stripe's test mode that were put on one. */
  readonly testClockId: string | null;
}

export interface CustomerOptions {
  /** The test clock of Stripe's whose time the customer is to live in, from the beginning. */
  readonly testClockId?: string | undefined;
}

export async function findCustomer(
  { database }: Pick<CustomersContext, 'database'>,
  accountId: number,
): Promise<Customer> {
  const { customerId, businessAddress } = await findAccountBillingDetails(database.query, accountId);
  const mirrored = customerId ? await findMirroredCustomer(database.query, customerId) : undefined;
  return { customerId, address: businessAddress, testClockId: mirrored?.testClockId ?? null };
}

/**
 * The account's customer at Stripe, made when there is none yet.
 * @throws UnavailableError while Stripe does not answer: the worker makes it.
 */
export async function ensureCustomer(
  context: CustomersContext & Pick<RequestContext<Person>, 'session' | 'accountId'>,
  { testClockId }: CustomerOptions = {},
): Promise<string> {
  const { database, operations, session, accountId } = context;
  const { customerId, name } = await findAccountBillingDetails(database.query, accountId);
  if (customerId) return customerId;
  const request: CustomerRequest = { name, email: session.user.email, ...(testClockId && { testClockId }) };
  const userId = session.user.id;
  try {
    const { kind } = createCustomerOperation;
    await makeChange(operations, { accountId, userId, kind, subject: customerSubject, request });
  } catch (error) {
    if (!(error instanceof ChangeUnderWayError)) throw error;
    // Somebody else of the account, with another address, was quicker: theirs is the account's.
    const live = await findLiveOperation(database.query, accountId, customerSubject);
    if (live) await runOperation(operations, live.id);
  }
  const made = (await findAccountBillingDetails(database.query, accountId)).customerId;
  if (!made) throw new UnavailableError('problem.providerUnavailable');
  return made;
}

/** The address that the account gave last; null before its first purchase. */
export async function getBusinessAddress({
  database,
  accountId,
}: CustomersContext & RequestContext): Promise<ResponseOf<typeof customers.getBusinessAddress>> {
  return { shippingDetails: (await findAccountBillingDetails(database.query, accountId)).businessAddress };
}

/** Minus Stripe's balance, whose negative is a credit. */
export async function getBalance({
  database,
  accountId,
}: CustomersContext & RequestContext): Promise<ResponseOf<typeof customers.getBalance>> {
  const { customerId } = await findAccountBillingDetails(database.query, accountId);
  const found = customerId ? await findMirroredCustomer(database.query, customerId) : undefined;
  return { endingBalance: 0 - (found?.balance ?? 0), currency: found?.currency ?? 'usd' };
}
