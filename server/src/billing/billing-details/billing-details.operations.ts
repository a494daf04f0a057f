import { address, locales } from '@portico/contract';
import { z } from 'zod';
import { changesBetween, saveBusinessAddress } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import type { BillingDetailsContext } from './billing-details.context.ts';
import { DetailsChangedError } from './billing-details.errors.ts';
import { auditedDetails, revisionOf } from './billing-details.rules.ts';
import { findCustomerDetails } from './customer-details.ts';

const taxId = z.object({ kind: z.string(), value: z.string() }).nullable();
const details = {
  companyName: z.string(),
  email: z.string(),
  phone: z.string(),
  taxId,
  purchaseOrder: z.string(),
};
const request = z.object({
  customerId: z.string(),
  /** The details that it was made from. */
  base: z.string(),
  before: z.object({ ...details, address: address.nullable(), language: z.enum(locales).nullable() }),
  after: z.object({ ...details, address, language: z.enum(locales) }),
  /** The tax number at Stripe that leaves; null where there was none, or it stays. */
  formerTaxId: z.string().nullable(),
});
const outcome = z.object({});

export type DetailsRequest = z.infer<typeof request>;
type DetailsOperation = OperationOf<DetailsRequest, Record<never, never>>;

/** An account has one set of details. */
export const detailsSubject = 'billing-details';

/** Stores the details at Stripe (BIL-2). The tax number comes first: where Stripe refuses it, nothing was changed (BIL-3). */
export const saveDetailsOperation = defineOperation({
  kind: 'billing-details',
  request,
  outcome,
  perform: saveAtStripe,
  settled: keepAndAudit,
});

async function saveAtStripe(
  { database, gateway }: BillingDetailsContext,
  { request: wanted, attempts }: DetailsOperation,
  { step }: OperationContext,
): Promise<Performed<Record<never, never>>> {
  const { customerId, base, before, after, formerTaxId } = wanted;
  // Another change may have settled between reading the details and writing this operation.
  if (Object.keys(attempts).length === 0) {
    const now = await findCustomerDetails(database.query, customerId);
    if (revisionOf(now) !== base) throw new DetailsChangedError();
  }
  const isNew = after.taxId && (after.taxId.kind !== before.taxId?.kind || after.taxId.value !== before.taxId.value);
  if (after.taxId && isNew) await gateway.billingDetails.addTaxId(customerId, after.taxId, step);
  await gateway.billingDetails.save(customerId, after, step);
  if (formerTaxId) await gateway.billingDetails.removeTaxId(customerId, formerTaxId, step);
  await gateway.mirror.refresh('customer', customerId);
  return { state: 'succeeded', outcome: {} };
}

async function keepAndAudit(
  { audit }: BillingDetailsContext,
  transaction: Queryable,
  { state, accountId, actor, request: { before, after } }: DetailsOperation,
): Promise<void> {
  if (state !== 'succeeded') return;
  await saveBusinessAddress(transaction, accountId, { name: after.companyName, address: after.address });
  const [former, current] = [auditedDetails(before), auditedDetails(after)];
  const fields = ['companyName', 'email', 'phone', 'address', 'taxId', 'purchaseOrder', 'language'] as const;
  const changes = changesBetween(former, current, fields);
  if (Object.keys(changes).length === 0) return;
  await audit.record({ ...(actor as Partial<Actor>), kind: 'billingDetailsChanged', detail: { changes } }, transaction);
}
