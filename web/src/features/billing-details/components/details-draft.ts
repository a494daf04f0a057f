import type { BillingDetails, BillingDetailsInput, Locale } from '@portico/contract';
import { fitsTaxIdKind, type TaxIdKind, taxIdKinds } from '@portico/contract/tax-ids';
import {
  type AddressDraft,
  type AddressField,
  emptyAddress,
  missingFields,
  toDraft,
  toShippingDetails,
} from '../../../ui/address-fields-draft.ts';

/** The details while they are typed. */
export interface DetailsDraft {
  /** With the company's name. */
  address: AddressDraft;
  email: string;
  phone: string;
  /** Empty for no number. */
  taxKind: TaxIdKind | '';
  taxValue: string;
  purchaseOrder: string;
  language: Locale;
}

/** What is wrong, by field. */
export type DetailsErrors = Partial<
  Record<AddressField | 'email' | 'phone' | 'taxKind' | 'taxValue' | 'purchaseOrder', string>
>;

const isKind = (kind: string): kind is TaxIdKind => Object.hasOwn(taxIdKinds, kind);

/** @param language of who looks, where none was chosen for invoices */
export function draftOf(details: BillingDetails, language: Locale): DetailsDraft {
  const { companyName, address, taxId } = details;
  const kind = taxId && isKind(taxId.kind) ? taxId.kind : '';
  return {
    address: address ? toDraft({ name: companyName, address }) : { ...emptyAddress, name: companyName },
    email: details.email,
    phone: details.phone,
    taxKind: kind,
    taxValue: kind === '' ? '' : (taxId?.value ?? ''),
    purchaseOrder: details.purchaseOrder,
    language: details.language ?? language,
  };
}

export function inputOf(draft: DetailsDraft, revision: string): BillingDetailsInput {
  const { name, address } = toShippingDetails(draft.address);
  const { taxKind: kind, taxValue } = draft;
  return {
    companyName: name,
    address,
    email: draft.email.trim(),
    phone: draft.phone.trim(),
    taxId: kind === '' ? null : { kind, value: taxValue.trim() },
    purchaseOrder: draft.purchaseOrder.trim(),
    language: draft.language,
    revision,
  };
}

/** Words for what is wrong before anything is sent. */
interface Words {
  readonly missing: string;
  readonly missingTaxId: string;
  readonly wrongTaxId: (example: string) => string;
}

/** What of a draft can be told to be wrong without the server. */
export function checkDraft(draft: DetailsDraft, words: Words): DetailsErrors {
  const errors: DetailsErrors = {};
  for (const field of missingFields(draft.address)) errors[field] = words.missing;
  if (draft.email.trim() === '') errors.email = words.missing;
  const { taxKind: kind, taxValue } = draft;
  if (kind !== '' && taxValue.trim() === '') errors.taxValue = words.missingTaxId;
  else if (kind !== '' && !fitsTaxIdKind(kind, taxValue)) errors.taxValue = words.wrongTaxId(taxIdKinds[kind].example);
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

/** What the server refuses, at the fields of the form; `others` belong to none. */
export function errorsOfServer(propertyErrors: Readonly<Record<string, readonly string[]>>) {
  const errors: DetailsErrors = {};
  const others: string[] = [];
  for (const [property, messages] of Object.entries(propertyErrors)) {
    const field = fieldsOfServer[property];
    if (field) errors[field] = messages[0] ?? '';
    else others.push(...messages);
  }
  return { errors, others };
}
