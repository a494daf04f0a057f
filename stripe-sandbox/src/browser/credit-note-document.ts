import type Stripe from 'stripe';
import { formatDate, formatMoney } from '../engine/money.ts';
import { taxLabel, writeReceiver } from './invoice-document.ts';
import { LEFT, RIGHT, Sheet } from './sheet.ts';

/** A credit note as a PDF. `rates` are the rates of its taxes. */
export async function creditNotePdf(
  note: Stripe.CreditNote,
  invoice: Stripe.Invoice,
  rates: Stripe.TaxRate[],
): Promise<Buffer> {
  const money = (cents: number) => formatMoney(cents, note.currency);
  const sheet = await Sheet.open(`Credit note ${note.number}`);
  sheet.put(note.status === 'void' ? 'Credit note (void)' : 'Credit note', LEFT, { size: 22, bold: true });
  sheet.put(invoice.account_name ?? '', RIGHT, { right: true, bold: true });
  sheet.next(30);
  sheet.fact('Number', note.number);
  sheet.fact('Invoice number', invoice.number ?? '');
  sheet.fact('Date of issue', formatDate(note.effective_at ?? note.created));
  sheet.next(15);
  writeReceiver(sheet, invoice);
  sheet.put(`${money(note.total)} credited`, LEFT, { size: 15, bold: true });
  sheet.next(32);
  for (const line of note.lines.data) {
    sheet.put((line.description ?? '').slice(0, 70), LEFT);
    sheet.put(String(line.quantity ?? ''), 410, { right: true });
    sheet.put(money(line.amount), RIGHT, { right: true });
    sheet.next(19);
  }
  sheet.next(6);
  sheet.total('Subtotal', money(note.subtotal));
  if (note.discount_amount !== 0) sheet.total('Discount', money(-note.discount_amount));
  for (const tax of note.total_taxes ?? []) sheet.total(taxLabel(tax, rates), money(tax.amount));
  sheet.total('Total', money(note.total), true);
  if (note.memo !== null) {
    sheet.next(20);
    sheet.put(note.memo.slice(0, 100), LEFT, { size: 8 });
  }
  return sheet.close();
}
