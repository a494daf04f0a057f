import type { BillingDetails, BillingDetailsInput, billingDetails, ResponseOf } from '@portico/contract';
import { findAccountBillingDetails } from '../../accounts/index.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { makeChange, toOperationStatus } from '../../core/operations/index.ts';
import type { CustomerDetails } from '../../core/stripe/index.ts';
import { ensureCustomer } from '../customers/customers.service.ts';
import type { BillingDetailsContext } from './billing-details.context.ts';
import { DetailsChangedError } from './billing-details.errors.ts';
import { type DetailsRequest, detailsSubject, saveDetailsOperation } from './billing-details.operations.ts';
import { readTaxId, revisionOf } from './billing-details.rules.ts';
import { findCustomerDetails } from './customer-details.ts';

/** Changes that an account may make in an hour. Each is several calls at Stripe, and an event in the audit log. */
const changeLimit = defineLimit('billing-details-change', 60, 3_600);

type Asking = BillingDetailsContext & RequestContext;

/** Whom the account's invoices are for (BIL-1). Before it has a customer at Stripe: what that one would be made with. */
export async function getDetails(context: Asking): Promise<BillingDetails> {
  const { stored, proposed } = await readDetails(context);
  return present(proposed, revisionOf(stored));
}

/**
 * Changes whom the next invoices are for (BIL-2). It succeeds whole or changes nothing that an invoice shows.
 * @throws InvalidInputError for a tax number that is none of its kind; DetailsChangedError where somebody else was faster (BIL-5);
 * ChangeUnderWayError; TooManyRequestsError; UnavailableError while Stripe does not answer
 */
export async function saveDetails(
  context: Asking,
  input: BillingDetailsInput,
): Promise<ResponseOf<typeof billingDetails.save>> {
  const { database, operations, session, accountId, actor } = context;
  const { revision, taxId: typed, ...rest } = input;
  const wanted = typed && readTaxId(typed);
  const { stored } = await readDetails(context);
  if (revisionOf(stored) !== revision) throw new DetailsChangedError();
  await changeLimit.take(database, accountId);
  const customerId = await ensureCustomer(context);
  const before = await findCustomerDetails(database.query, customerId);
  if (!before || (stored && revisionOf(before) !== revision)) throw new DetailsChangedError();
  const taxId = wanted === undefined ? before.taxId : wanted;
  const isSameTaxId = before.taxId?.kind === taxId?.kind && before.taxId?.value === taxId?.value;
  const { otherTaxIds: _, ...former } = before;
  const request: DetailsRequest = {
    customerId,
    base: revisionOf(before),
    before: { ...former, taxId: plain(before.taxId) },
    after: { ...rest, taxId: plain(taxId) },
    formerTaxId: isSameTaxId ? null : (before.taxId?.id ?? null),
  };
  const { kind } = saveDetailsOperation;
  const userId = session.user.id;
  const change = { accountId, userId, kind, subject: detailsSubject, request, actor: { ...actor } };
  const state = await makeChange(operations, change);
  const answer = { operationId: state.id, status: toOperationStatus(state) };
  return { ...answer, details: state.state === 'succeeded' ? await getDetails(context) : null };
}

function plain(taxId: { readonly kind: string; readonly value: string } | null) {
  return taxId && { kind: taxId.kind, value: taxId.value };
}

/** What is stored, and what the next invoice would say. */
async function readDetails({ database, session, accountId }: Asking) {
  const { name, customerId, businessAddress } = await findAccountBillingDetails(database.query, accountId);
  const stored = customerId ? await findCustomerDetails(database.query, customerId) : null;
  const proposed: CustomerDetails = stored ?? {
    companyName: businessAddress?.name ?? name,
    email: session.user.email,
    phone: '',
    address: businessAddress?.address ?? null,
    taxId: null,
    otherTaxIds: [],
    purchaseOrder: '',
    language: null,
  };
  return { stored, proposed };
}

function present({ taxId, otherTaxIds, ...details }: CustomerDetails, revision: string): BillingDetails {
  return {
    ...details,
    taxId: taxId && presentTaxId(taxId),
    otherTaxIds: otherTaxIds.map(presentTaxId),
    revision,
  };
}

function presentTaxId({ kind, value, status }: NonNullable<CustomerDetails['taxId']>) {
  return { kind, value, status };
}
