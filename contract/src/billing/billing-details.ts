import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { address, lineOfText, locales, storedAddress } from '../api/values.ts';
import { operationAnswer, operationErrors } from './operations.ts';
import { taxIdKindNames } from './tax-id-kinds.ts';

/** State of the verification of a tax number. `notChecked`: numbers of its kind are not verified. */
export const taxIdStatuses = ['pending', 'verified', 'unverified', 'notChecked'] as const;
export type TaxIdStatus = (typeof taxIdStatuses)[number];

/** The longest purchase order that the payment provider prints. */
export const maxPurchaseOrderLength = 140;

const taxId = z.object({
  /** The payment provider's name of the kind; may be one that the portal does not offer. */
  kind: z.string(),
  value: z.string(),
  status: z.enum(taxIdStatuses),
});

/** The addressee of the account's invoices, as on the next invoice (BIL-1). */
const currentDetails = z.object({
  companyName: z.string(),
  /** Where the payment provider and the portal send invoices; empty if the account has no address yet. */
  email: z.string(),
  phone: z.string(),
  /** Null before the first purchase. */
  address: storedAddress.nullable(),
  taxId: taxId.nullable(),
  /** Further numbers on invoices, which the vendor added. A change leaves them as they are. */
  otherTaxIds: z.array(taxId),
  /** A line on each invoice; empty for none. */
  purchaseOrder: z.string(),
  /** The language of invoices; null if none was chosen. */
  language: z.enum(locales).nullable(),
  /** Identifies the current details. A change names the revision that it was based on (BIL-5). */
  revision: z.string(),
});
export type BillingDetails = z.infer<typeof currentDetails>;

const billingDetailsInput = z.object({
  companyName: lineOfText(200, 1),
  /** Checked like other addresses if it differs from the stored one (USR-34). */
  email: z.string().max(4_000),
  phone: lineOfText(20),
  address,
  /** Null removes the number. If left out, the stored number is kept, whatever its kind (BIL-6). */
  taxId: z
    .object({ kind: z.enum(taxIdKindNames), value: lineOfText(50, 1) })
    .nullable()
    .optional(),
  purchaseOrder: lineOfText(maxPurchaseOrderLength),
  language: z.enum(locales),
  revision: z.string().max(100),
});
export type BillingDetailsInput = z.infer<typeof billingDetailsInput>;

/** The addressee of the account's invoices. */
export const billingDetails = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Details',
    summary: "The addressee of the account's invoices: name, address, tax number, purchase order, language",
    action: 'billingDetails.view',
    response: currentDetails,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/Billing/Details',
    summary: 'Changes the addressee of the next invoices; refused if somebody else changed it since it was read',
    action: 'billingDetails.manage',
    body: billingDetailsInput,
    /** Null while the change is still being confirmed. */
    response: operationAnswer.extend({ details: currentDetails.nullable() }),
    errors: [...operationErrors, 'Conflict'],
  }),
};
