import type { Locale } from '@portico/contract';

/** The label of the purchase order on invoices, by language. The portal recognizes the field by these names (BIL-4). */
const names = { en: 'Purchase order', fr: 'Bon de commande' } as const satisfies Record<Locale, string>;

/** Whether a custom field of a customer's invoices is the purchase order. */
export const isPurchaseOrder = ({ name }: { readonly name: string }) => Object.values<string>(names).includes(name);

/** The purchase order as a custom field of a customer's invoices. */
export const purchaseOrderField = (value: string, language: Locale) => ({ name: names[language], value });

/** A custom field for display: the purchase order gets its label in the reader's language. */
export const nameCustomField = <Field extends { readonly name: string }>(field: Field, reader: Locale): Field =>
  isPurchaseOrder(field) ? { ...field, name: names[reader] } : field;
