import { locales, storedAddress } from '@portico/contract';
import { z } from 'zod';
import { type Audit, changesBetween, saveBusinessAddress } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';
import { findCustomerDetails } from '../customers/customers.queries.ts';
import type { CustomersContext } from '../customers/customers.service.ts';
import { DetailsChangedError } from './billing-details.errors.ts';
import { detailsRevision, toAuditValues } from './billing-details.rules.ts';

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
  /** The revision of the details on which the change is based (BIL-5). */
  base: z.string(),
  before: z.object({ ...details, address: storedAddress.nullable(), language: z.enum(locales).nullable() }),
  after: z.object({ ...details, address: storedAddress, language: z.enum(locales) }),
  /** The id of the tax number to remove at Stripe; null if that number stays or none was stored. */
  formerTaxId: z.string().nullable(),
});
const outcome = z.object({});

export type DetailsRequest = z.infer<typeof request>;
type DetailsOperation = OperationOf<DetailsRequest, Record<never, never>>;

/** The operation's subject: an account has one set of details. */
export const detailsSubject = 'billing-details';

/** Stores the details at Stripe (BIL-2). The tax number comes first, so that nothing has changed if Stripe refuses it (BIL-3). */
export const saveDetailsOperation = defineOperation({
  kind: 'billing-details',
  request,
  outcome,
  perform: saveAtStripe,
  settled: storeAndAudit,
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
    if (detailsRevision(now) !== base) throw new DetailsChangedError();
  }
  const isNew = after.taxId && (after.taxId.kind !== before.taxId?.kind || after.taxId.value !== before.taxId.value);
  if (after.taxId && isNew) await gateway.billingDetails.addTaxId(customerId, after.taxId, step);
  await gateway.billingDetails.save(customerId, after, step);
  if (formerTaxId) await gateway.billingDetails.removeTaxId(customerId, formerTaxId, step);
  await gateway.mirror.refresh('customer', customerId);
  return { state: 'succeeded', outcome: {} };
}

async function storeAndAudit(
  { audit }: BillingDetailsContext,
  transaction: Queryable,
  { state, accountId, actor, request: { before, after } }: DetailsOperation,
): Promise<void> {
  if (state !== 'succeeded') return;
  await saveBusinessAddress(transaction, accountId, { name: after.companyName, address: after.address });
  const [former, current] = [toAuditValues(before), toAuditValues(after)];
  const fields = ['companyName', 'email', 'phone', 'address', 'taxId', 'purchaseOrder', 'language'] as const;
  const changes = changesBetween(former, current, fields);
  if (Object.keys(changes).length === 0) return;
  await audit.record({ ...(actor as Partial<Actor>), kind: 'billingDetailsChanged', detail: { changes } }, transaction);
}

export interface BillingDetailsContext extends CustomersContext {
  readonly gateway: Pick<Gateway, 'billingDetails' | 'customers' | 'mirror'>;
  readonly audit: Audit;
}
