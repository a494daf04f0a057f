import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';

const english = {
  invoice: 'Invoice',
  draft: 'Draft',
  number: 'Invoice number',
  issued: 'Date of issue',
  due: 'Date due',
  paidOn: 'Date paid',
  receipt: 'Receipt number',
  billTo: 'Bill to',
  description: 'Description',
  quantity: 'Qty',
  amount: 'Amount',
  subtotal: 'Subtotal',
  discount: 'Discount',
  off: (amount: string) => `${amount} off`,
  percent: (percent: number) => `${percent}%`,
  tax: 'Tax',
  included: ' included',
  total: 'Total',
  creditNotes: 'Credit notes',
  balance: 'Applied balance',
  paidAmount: 'Amount paid',
  dueAmount: 'Amount due',
  paid: 'Invoice paid',
  voided: 'This invoice was voided',
  uncollectible: 'This invoice is no longer collected',
  download: 'Download the invoice',
  payByCard: 'Pay with a card',
  amountDue: (amount: string) => `${amount} due`,
  pay: (amount: string) => `Pay ${amount}`,
  from: (number: string, seller: string) => `Invoice ${number} from ${seller}`,
};

/** The texts of the documents for customers. */
export type DocumentWords = typeof english & { readonly language: 'en' | 'fr' };

const french: typeof english = {
  invoice: 'Facture',
  draft: 'Brouillon',
  number: 'Numéro de facture',
  issued: 'Date d’émission',
  due: 'Échéance',
  paidOn: 'Date de paiement',
  receipt: 'Numéro de reçu',
  billTo: 'Facturé à',
  description: 'Description',
  quantity: 'Qté',
  amount: 'Montant',
  subtotal: 'Sous-total',
  discount: 'Rabais',
  off: (amount: string) => `${amount} de réduction`,
  percent: (percent: number) => `${String(percent).replace('.', ',')} %`,
  tax: 'Taxe',
  included: ' incluse',
  total: 'Total',
  creditNotes: 'Notes de crédit',
  balance: 'Solde appliqué',
  paidAmount: 'Montant payé',
  dueAmount: 'Montant dû',
  paid: 'Facture payée',
  voided: 'Cette facture a été annulée',
  uncollectible: 'Cette facture n’est plus recouvrée',
  download: 'Télécharger la facture',
  payByCard: 'Payer par carte',
  amountDue: (amount) => `${amount} à payer`,
  pay: (amount) => `Payer ${amount}`,
  from: (number, seller) => `Facture ${number} de ${seller}`,
};

export const englishWords: DocumentWords = { ...english, language: 'en' };
const frenchWords: DocumentWords = { ...french, language: 'fr' };

/** The texts of an invoice in the first supported language that its customer prefers, or in English. */
export async function wordsOfInvoice(work: Work, invoice: Stripe.Invoice): Promise<DocumentWords> {
  const customer = await work.find('customer', idOf(invoice.customer) ?? '', { deleted: true });
  const language = (customer?.preferred_locales ?? [])
    .map((locale) => locale.slice(0, 2).toLowerCase())
    .find((one) => one === 'en' || one === 'fr');
  return language === 'fr' ? frenchWords : englishWords;
}
