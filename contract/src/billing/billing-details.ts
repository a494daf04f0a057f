import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { address, lineOfText, locales } from '../api/values.ts';
import { operationAnswer, operationErrors } from './operations.ts';
import { taxIdKindNames } from './tax-id-kinds.ts';

/** How far the check of a tax number is. `notChecked`: nobody checks numbers of its kind. */
export const taxIdStatuses = ['pending', 'verified', 'unverified', 'notChecked'] as const;
export type TaxIdStatus = (typeof taxIdStatuses)[number];

/** The longest purchase order that the payment provider prints. */
export const longestPurchaseOrder = 140;

const taxId = z.object({
  /** The payment provider's name of the kind, also one that the portal does not offer. */
  kind: z.string(),
  value: z.string(),
  status: z.enum(taxIdStatuses),
});

/** Whom the account's invoices are for, as the next one will say it (BIL-1). */
const currentDetails = z.object({
  companyName: z.string(),
  /** Where the payment provider and the portal send invoices; empty before the account has one. */
  email: z.string(),
  phone: z.string(),
  /** Null before the first purchase. */
  address: address.nullable(),
  taxId: taxId.nullable(),
  /** Further numbers that stand on invoices. The vendor gave them to the customer; a change leaves them as they are. */
  otherTaxIds: z.array(taxId),
  /** A line on each invoice; empty for none. */
  purchaseOrder: z.string(),
  /** The language of invoices; null where none was chosen. */
  language: z.enum(locales).nullable(),
  /** Stands for these details as they are now: a change names what it was made from (BIL-5). */
  revision: z.string(),
});
export type BillingDetails = z.infer<typeof currentDetails>;

const billingDetailsInput = z.object({
  companyName: lineOfText(200, 1),
  email: z.email().max(320),
  phone: lineOfText(20),
  address,
  /** Null for none. Left out, the number stays as it is stored, whatever its kind (BIL-6). */
  taxId: z
    .object({ kind: z.enum(taxIdKindNames), value: lineOfText(50, 1) })
    .nullable()
    .optional(),
  purchaseOrder: lineOfText(longestPurchaseOrder),
  language: z.enum(locales),
  revision: z.string().max(100),
});
export type BillingDetailsInput = z.infer<typeof billingDetailsInput>;

/** Whom the account's invoices are for. */
export const billingDetails = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Details',
    summary: 'Whom the invoices of the account are for: name, address, tax number, purchase order, language',
    action: 'billingDetails.view',
    response: currentDetails,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/Billing/Details',
    summary: 'Changes whom the next invoices are for; refused where somebody else changed it since it was read',
    action: 'billingDetails.manage',
    body: billingDetailsInput,
    /** Null while the change is still being confirmed. */
    response: operationAnswer.extend({ details: currentDetails.nullable() }),
    errors: [...operationErrors, 'Conflict'],
  }),
};
