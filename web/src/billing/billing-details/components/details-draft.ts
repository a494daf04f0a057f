import type { BillingDetails, BillingDetailsInput, Locale } from '@portico/contract';
import { postalCodeExample } from '@portico/contract/postal-codes';
import { fitsTaxIdKind, plainTaxId, type TaxIdKind, taxIdExample, taxIdKinds } from '@portico/contract/tax-ids';
import {
  type AddressDraft,
  type AddressField,
  emptyAddress,
  missingFields,
  toDraft,
  toShippingDetails,
} from '../../../ui/address-fields-draft.ts';

/** The details in the form. */
export interface DetailsDraft {
  /** Includes the business name. */
  address: AddressDraft;
  email: string;
  phone: string;
  /** Empty without a number. A stored number of a kind that is not offered cannot be changed (BIL-6). */
  taxKind: string;
  taxValue: string;
  purchaseOrder: string;
  language: Locale;
}

/** Errors by field. */
export type DetailsErrors = Partial<
  Record<AddressField | 'email' | 'phone' | 'taxKind' | 'taxValue' | 'purchaseOrder', string>
>;

/** Whether numbers of a kind can be entered. Other kinds were entered by the vendor. */
export const isOffered = (kind: string): kind is TaxIdKind => Object.hasOwn(taxIdKinds, kind);

/** Whether a draft has the stored number, which is then neither checked nor sent. */
export function isStoredTaxId(
  { taxKind, taxValue }: Pick<DetailsDraft, 'taxKind' | 'taxValue'>,
  stored: BillingDetails['taxId'],
): boolean {
  return taxKind === (stored?.kind ?? '') && plainTaxId(taxKind, taxValue) === plainTaxId(taxKind, stored?.value ?? '');
}

/** @param language the user's language, used if none was chosen for invoices */
export function createDetailsDraft(details: BillingDetails, language: Locale): DetailsDraft {
  const { companyName, address, taxId } = details;
  return {
    address: address ? toDraft({ name: companyName, address }) : { ...emptyAddress, name: companyName },
    email: details.email,
    phone: details.phone,
    taxKind: taxId?.kind ?? '',
    taxValue: taxId?.value ?? '',
    purchaseOrder: details.purchaseOrder,
    language: details.language ?? language,
  };
}

/** @param base the details from which the draft was created */
export function toDetailsInput(draft: DetailsDraft, { taxId: stored, revision }: BillingDetails): BillingDetailsInput {
  const { name, address } = toShippingDetails(draft.address);
  const { taxKind: kind, taxValue } = draft;
  const taxId = isOffered(kind) ? { kind, value: taxValue.trim() } : null;
  return {
    companyName: name,
    address,
    email: draft.email.trim(),
    phone: draft.phone.trim(),
    ...(!isStoredTaxId(draft, stored) && { taxId }),
    purchaseOrder: draft.purchaseOrder.trim(),
    language: draft.language,
    revision,
  };
}

/** Texts of errors that are found before anything is sent. */
interface Words {
  readonly missing: string;
  readonly postalCode: (example: string) => string;
  readonly missingTaxId: string;
  readonly wrongTaxId: (example: string) => string;
}

/** Errors that can be found without the server. */
export function checkDraft(draft: DetailsDraft, { taxId: stored }: BillingDetails, words: Words): DetailsErrors {
  const errors: DetailsErrors = {};
  for (const field of missingFields(draft.address)) errors[field] = words.missing;
  const example = postalCodeExample(draft.address.country);
  if (errors.postalCode && example) errors.postalCode = words.postalCode(example);
  if (draft.email.trim() === '') errors.email = words.missing;
  const { taxKind: kind, taxValue } = draft;
  if (isStoredTaxId(draft, stored) || !isOffered(kind)) return errors;
  if (taxValue.trim() === '') errors.taxValue = words.missingTaxId;
  else if (!fitsTaxIdKind(kind, taxValue))
    errors.taxValue = words.wrongTaxId(taxIdExample(kind, draft.address.country));
  return errors;
}

const fieldsOfServer: Readonly<Record<string, keyof DetailsErrors>> = {
  companyName: 'name',
  email: 'email',
  phone: 'phone',
  'taxId.kind': 'taxKind',
  'taxId.value': 'taxValue',
  purchaseOrder: 'purchaseOrder',
  'address.line1': 'line1',
  'address.line2': 'line2',
  'address.city': 'city',
  'address.state': 'state',
  'address.postalCode': 'postalCode',
  'address.country': 'country',
};

/** The server's errors at the fields of the form; `others` belong to no field. */
export function toFieldErrors(propertyErrors: Readonly<Record<string, readonly string[]>>) {
  const errors: DetailsErrors = {};
  const others: string[] = [];
  for (const [property, messages] of Object.entries(propertyErrors)) {
    const field = fieldsOfServer[property];
    if (field) errors[field] = messages[0] ?? '';
    else others.push(...messages);
  }
  return { errors, others };
}
