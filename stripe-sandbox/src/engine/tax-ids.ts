import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';

/** The formats of some types of tax numbers, without separators. Stripe refuses other formats with `tax_id_invalid`. */
const FORMATS: Record<string, RegExp> = {
  ae_trn: /^\d{15}$/,
  au_abn: /^\d{11}$/,
  br_cnpj: /^\d{14}$/,
  ca_bn: /^\d{9}$/,
  ca_gst_hst: /^\d{9}RT\d{4}$/,
  ca_pst_bc: /^PST\d{8}$/,
  ca_pst_mb: /^\d{7}$/,
  ca_pst_sk: /^\d{7}$/,
  ca_qst: /^\d{10}TQ\d{4}$/,
  ch_uid: /^CHE\d{9}$/,
  ch_vat: /^CHE\d{9}(MWST|TVA|IVA)$/,
  eu_vat:
    /^(ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\d{9}|DK\d{8}|EE\d{9}|EL\d{9}|ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}|FR[A-Z0-9]{2}\d{9}|HR\d{11}|HU\d{8}|IE\d[A-Z0-9]\d{5}[A-Z]{1,2}|IT\d{11}|LT(\d{9}|\d{12})|LU\d{8}|LV\d{11}|MT\d{8}|NL\d{9}B\d{2}|PL\d{10}|PT\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10}|XI\d{9})$/,
  gb_vat: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  hk_br: /^\d{8}$/,
  il_vat: /^\d{9}$/,
  // State, permanent account number, number of the registration, a Z, a check character.
  in_gst: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/,
  is_vat: /^\d{5,6}$/,
  jp_cn: /^\d{13}$/,
  jp_trn: /^T\d{13}$/,
  kr_brn: /^\d{10}$/,
  mx_rfc: /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/,
  no_vat: /^\d{9}MVA$/,
  nz_gst: /^\d{8,9}$/,
  sa_vat: /^\d{15}$/,
  sg_gst: /^(M\d{8}[A-Z]|\d{9}[A-Z]|\d{8}[A-Z])$/,
  sg_uen: /^(\d{8,9}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])$/,
  th_vat: /^\d{13}$/,
  tr_tin: /^\d{10}$/,
  tw_vat: /^\d{8}$/,
  us_ein: /^\d{9}$/,
  za_vat: /^4\d{9}$/,
};

/** Types that Stripe verifies with the authorities. */
const VERIFIED = ['au_abn', 'eu_vat', 'gb_vat'];

/** Returns a tax number without separators. Throws Stripe's error if it does not fit its type. */
export function readTaxId(type: string, value: string): string {
  const format = FORMATS[type];
  if (format === undefined) throw invalidRequest(`Invalid type: ${type}`, { param: 'type' });
  const plain = value.toUpperCase().replace(/[\s.\-/]/g, '');
  if (!format.test(plain))
    throw invalidRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
  return plain;
}

/** The country of a tax number, from its type; for European numbers, from the number. */
export function countryOfTaxId(type: string, value: string): string {
  if (type !== 'eu_vat') return type.slice(0, 2).toUpperCase();
  const prefix = value.slice(0, 2);
  return prefix === 'EL' ? 'GR' : prefix;
}

/**
 * The result of verifying a tax number. As in Stripe's test mode, a number of only ones is unverified, and a number
 * of only twos is pending.
 */
export function verifyTaxId(type: string, value: string, name: string | null): Stripe.TaxId.Verification {
  if (!VERIFIED.includes(type)) return { status: 'unavailable', verified_address: null, verified_name: null };
  const digits = value.replace(/\D/g, '');
  const status = /^1+$/.test(digits) ? 'unverified' : /^2+$/.test(digits) ? 'pending' : 'verified';
  return { status, verified_address: null, verified_name: status === 'verified' ? name : null };
}

/** The tax numbers of a customer, the newest first. */
export function taxIdsOf(work: Work, customerId: string): Promise<Stripe.TaxId[]> {
  return work.list('tax_id', { customer: customerId, limit: ALL });
}

/** A customer's tax numbers in the form of an invoice, in the order of creation. */
export async function invoiceTaxIds(work: Work, customerId: string): Promise<Stripe.Invoice.CustomerTaxId[]> {
  return (await taxIdsOf(work, customerId)).reverse().map(({ type, value }) => ({ type, value }));
}
