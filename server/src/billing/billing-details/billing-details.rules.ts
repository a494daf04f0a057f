import { createHash } from 'node:crypto';
import {
  type Address,
  type BillingDetailsInput,
  fitsTaxIdKind,
  plainTaxId,
  type TaxIdKind,
  taxIdExample,
} from '@portico/contract';
import { InvalidInputError } from '../../core/http/app-error.ts';
import type { CustomerDetails } from '../../core/stripe/index.ts';

/** A hash of the details (BIL-5). The verification status of the tax number does not change it. */
export function detailsRevision(details: CustomerDetails | null): string {
  if (details === null) return 'none';
  const { companyName, email, phone, address, taxId, purchaseOrder, language } = details;
  const parts = [companyName, email, phone, addressText(address), taxIdText(taxId), purchaseOrder, language];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** The tax number as it is stored. @param country of the address, for the example @throws InvalidInputError if its format does not fit its kind (BIL-3) */
export function parseTaxId(
  { kind, value }: NonNullable<BillingDetailsInput['taxId']>,
  country: string,
): { kind: TaxIdKind; value: string } {
  if (!fitsTaxIdKind(kind, value)) {
    const example = taxIdExample(kind, country);
    throw new InvalidInputError({ 'taxId.value': [{ key: 'billingDetails.taxIdFormat', values: { example } }] });
  }
  return { kind, value: plainTaxId(kind, value) };
}

/** The details as texts, which the audit log compares. */
export function toAuditValues({
  companyName,
  email,
  phone,
  address,
  taxId,
  purchaseOrder,
  language,
}: Omit<CustomerDetails, 'taxId' | 'otherTaxIds'> & {
  readonly taxId: { readonly kind: string; readonly value: string } | null;
}) {
  return {
    companyName,
    email,
    phone,
    address: addressText(address),
    taxId: taxIdText(taxId),
    purchaseOrder,
    language,
  };
}

function addressText(address: Address | null): string {
  if (!address) return '';
  const { line1, line2, city, state, postalCode, country } = address;
  return [line1, line2, city, state, postalCode, country].filter(Boolean).join(', ');
}

function taxIdText(taxId: { readonly kind: string; readonly value: string } | null): string {
  return taxId ? `${taxId.kind} ${taxId.value}` : '';
}
