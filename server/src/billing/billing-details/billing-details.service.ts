import {
  type BillingDetails,
  type BillingDetailsInput,
  type billingDetails,
  emailAddress,
  type ResponseOf,
} from '@portico/contract';
import { findAccountBillingDetails } from '../../accounts/index.ts';
import { assertNotWhileActing } from '../../core/http/access.ts';
import { parseChangedFields } from '../../core/http/changed-fields.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { makeChange, toOperationStatus } from '../../core/operations/index.ts';
import type { CustomerDetails } from '../../core/stripe/index.ts';
import { findCustomerDetails, findDeletedCustomer } from '../customers/customers.queries.ts';
import { ensureCustomer } from '../customers/customers.service.ts';
import { DetailsChangedError } from './billing-details.errors.ts';
import type { BillingDetailsContext } from './billing-details.operations.ts';
import { type DetailsRequest, detailsSubject, saveDetailsOperation } from './billing-details.operations.ts';
import { detailsRevision, parseTaxId } from './billing-details.rules.ts';

/** The maximum number of changes that an account may make per hour. Each makes several calls to Stripe. */
const changeLimit = defineLimit('billing-details-change', 60, 3_600);

type DetailsContext = BillingDetailsContext & RequestContext;

/** The account's billing details (BIL-1), or the defaults if it has no customer at Stripe yet. */
export async function getDetails(context: DetailsContext): Promise<BillingDetails> {
  const { stored, proposed } = await readDetails(context);
  return presentDetails(proposed, detailsRevision(stored));
}

/**
 * Changes the details of the next invoices (BIL-2). If it fails, nothing that an invoice shows has changed.
 * @throws InvalidInputError for a tax number that does not fit its kind; DetailsChangedError if another user was faster (BIL-5);
 * ChangeUnderWayError; TooManyRequestsError; UnavailableError while Stripe does not answer
 */
export async function saveDetails(
  context: DetailsContext,
  input: BillingDetailsInput,
): Promise<ResponseOf<typeof billingDetails.save>> {
  const { database, operations, session, accountId, actor } = context;
  const { revision, taxId: typed, ...typedDetails } = input;
  const wanted = typed && parseTaxId(typed, input.address.country);
  const { stored, proposed } = await readDetails(context);
  // Invoices go there, with links that need no login (ACC-11).
  if (input.email !== proposed.email) assertNotWhileActing(session, ['email']);
  const rest = { ...typedDetails, ...parseChangedFields({ email: emailAddress() }, proposed, input) };
  if (detailsRevision(stored) !== revision) throw new DetailsChangedError();
  await changeLimit.take(database, accountId);
  const customerId = await ensureCustomer(context);
  const before = await findCustomerDetails(database.query, customerId);
  if (!before || (stored && detailsRevision(before) !== revision)) throw new DetailsChangedError();
  const taxId = wanted === undefined ? before.taxId : wanted;
  const isSameTaxId = before.taxId?.kind === taxId?.kind && before.taxId?.value === taxId?.value;
  const { otherTaxIds: _, ...former } = before;
  const request: DetailsRequest = {
    customerId,
    base: detailsRevision(before),
    before: { ...former, taxId: toPlainTaxId(before.taxId) },
    after: { ...rest, taxId: toPlainTaxId(taxId) },
    formerTaxId: isSameTaxId ? null : (before.taxId?.id ?? null),
  };
  const { kind } = saveDetailsOperation;
  const userId = session.user.id;
  const change = { accountId, userId, kind, subject: detailsSubject, request, actor: { ...actor } };
  const state = await makeChange(operations, change);
  const answer = { operationId: state.id, status: toOperationStatus(state) };
  return { ...answer, details: state.state === 'succeeded' ? await getDetails(context) : null };
}

/**
 * Sends the account's invoices to a corrected address. Changes nothing if they no longer go to `from`.
 * @throws ChangeUnderWayError, and the error of the change
 */
export async function replaceBillingEmail(
  { database, operations }: Pick<BillingDetailsContext, 'database' | 'operations'>,
  { accountId, from, to }: { readonly accountId: number; readonly from: string; readonly to: string },
): Promise<void> {
  const { customerId } = await findAccountBillingDetails(database.query, accountId);
  const stored = customerId ? await findCustomerDetails(database.query, customerId) : null;
  if (!customerId || !stored?.address || stored.email !== from) return;
  const { otherTaxIds: _, ...details } = stored;
  const before = { ...details, taxId: toPlainTaxId(details.taxId) };
  const { address } = stored;
  const after = { ...before, address, email: to, language: stored.language ?? 'en' } as const;
  const request: DetailsRequest = { customerId, base: detailsRevision(stored), before, after, formerTaxId: null };
  const { kind } = saveDetailsOperation;
  await makeChange(operations, {
    accountId,
    userId: null,
    kind,
    subject: detailsSubject,
    request,
    actor: { accountId },
  });
}

function toPlainTaxId(taxId: { readonly kind: string; readonly value: string } | null) {
  return taxId && { kind: taxId.kind, value: taxId.value };
}

/** The stored details, and the details that the next invoice would show. */
async function readDetails({ database, session, accountId }: DetailsContext) {
  const { name, customerId, businessAddress } = await findAccountBillingDetails(database.query, accountId);
  const stored = customerId ? await findCustomerDetails(database.query, customerId) : null;
  const deleted = customerId && !stored ? await findDeletedCustomer(database.query, customerId) : undefined;
  const proposed: CustomerDetails = stored ??
    deleted ?? {
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

function presentDetails({ taxId, otherTaxIds, ...details }: CustomerDetails, revision: string): BillingDetails {
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
