import type { customers, ResponseOf, ShippingDetails } from '@portico/contract';
import { findAccountBillingDetails, findRegistrationDetails } from '../../accounts/index.ts';
import { UnavailableError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person } from '../../core/http/session-context.ts';
import {
  ChangeUnderWayError,
  findLiveOperation,
  makeChange,
  type Operations,
  runOperation,
} from '../../core/operations/index.ts';
import {
  type CreateCustomerContext,
  type CustomerRequest,
  createCustomerOperation,
  customerSubject,
} from './customers.operations.ts';
import { findDeletedCustomer, findMirroredCustomer } from './customers.queries.ts';

export interface CustomersContext extends CreateCustomerContext {
  readonly operations: Operations;
}

/** The Stripe customer of an account. */
export interface Customer {
  /** Null before the first purchase or card, and if staff deleted it at Stripe. */
  readonly customerId: string | null;
  /** The address on the account's invoices; null before the first purchase. */
  readonly address: ShippingDetails | null;
  /** Only in Stripe's test mode (PUR-26). */
  readonly testClockId: string | null;
}

export interface CustomerOptions {
  readonly testClockId?: string | undefined;
}

export async function findCustomer(
  { database }: Pick<CustomersContext, 'database'>,
  accountId: number,
): Promise<Customer> {
  const { customerId, businessAddress } = await findAccountBillingDetails(database.query, accountId);
  const mirrored = customerId ? await findMirroredCustomer(database.query, customerId) : undefined;
  const isDeleted = customerId && !mirrored && (await findDeletedCustomer(database.query, customerId));
  return {
    customerId: isDeleted ? null : customerId,
    address: businessAddress,
    testClockId: mirrored?.testClockId ?? null,
  };
}

/**
 * Returns the account's customer at Stripe, and creates a missing one (CARD-16), or one in place of a deleted one (CARD-17).
 * @throws UnavailableError if Stripe does not answer; then the worker creates the customer
 */
export async function ensureCustomer(
  context: CustomersContext &
    Pick<RequestContext<Person>, 'session' | 'accountId'> &
    Partial<Pick<RequestContext, 'locale'>>,
  { testClockId }: CustomerOptions = {},
): Promise<string> {
  const { database, operations, session, accountId, locale } = context;
  const { customerId, name } = await findAccountBillingDetails(database.query, accountId);
  const deleted = customerId ? await findDeletedCustomer(database.query, customerId) : undefined;
  if (customerId && !deleted) return customerId;
  const registration = await findRegistrationDetails(database.query, accountId);
  const request: CustomerRequest = {
    name,
    email: session.user.email,
    // The order number from a sign-up without a purchase (SIGN-29).
    ...(registration?.orderNumber && { purchaseOrder: registration.orderNumber }),
    // The language of invoices, until the billing details name another one (BIL-7).
    ...(locale && { language: locale }),
    ...(testClockId && { testClockId }),
    ...(customerId && { formerCustomerId: customerId }),
  };
  const userId = session.user.id;
  try {
    const { kind } = createCustomerOperation;
    await makeChange(operations, { accountId, userId, kind, subject: customerSubject, request });
  } catch (error) {
    if (!(error instanceof ChangeUnderWayError)) throw error;
    // Another user of the account began the operation first, so the customer that it creates is used.
    const live = await findLiveOperation(database.query, accountId, customerSubject);
    if (live) await runOperation(operations, live.id);
  }
  const made = (await findAccountBillingDetails(database.query, accountId)).customerId;
  if (!made || made === customerId) throw new UnavailableError('problem.providerUnavailable');
  return made;
}

/** The account's latest address, or null before its first purchase. `usual` has the account's name, and the place given at the sign-up, otherwise the United States. */
export async function getBusinessAddress({
  database,
  accountId,
}: CustomersContext & RequestContext): Promise<ResponseOf<typeof customers.getBusinessAddress>> {
  const { name, businessAddress } = await findAccountBillingDetails(database.query, accountId);
  const registration = businessAddress ? undefined : await findRegistrationDetails(database.query, accountId);
  const place = registration
    ? { country: registration.country, state: registration.state || registration.province }
    : { country: 'US', state: '' };
  return { shippingDetails: businessAddress, usual: { name, ...place } };
}

/** The sign is inverted, because Stripe's balance is negative for a credit (PAY-4). */
export async function getBalance({
  database,
  accountId,
}: CustomersContext & RequestContext): Promise<ResponseOf<typeof customers.getBalance>> {
  const { customerId } = await findAccountBillingDetails(database.query, accountId);
  const found = customerId ? await findMirroredCustomer(database.query, customerId) : undefined;
  return { endingBalance: 0 - (found?.balance ?? 0), currency: found?.currency ?? 'usd' };
}
