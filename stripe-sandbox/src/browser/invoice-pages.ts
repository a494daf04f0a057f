import type { FastifyInstance, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import type { Keys } from '../authenticate.ts';
import type { ChargeMemory } from '../engine/charge.ts';
import type { CreditNoteMemory } from '../engine/credit-note-issue.ts';
import { type InvoiceMemory, openPayment } from '../engine/invoicing.ts';
import { formatDate, formatMoney } from '../engine/money.ts';
import { taxRatesOf } from '../engine/tax-rates.ts';
import { idOf } from '../ids.ts';
import type { Database } from '../storage/database.ts';
import { type Site, Work } from '../storage/work.ts';
import { type CouponNames, couponNamesOf } from './coupon-names.ts';
import { creditNotePdf } from './credit-note-document.ts';
import { type DocumentWords, wordsOfInvoice } from './document-words.ts';
import { invoicePdf, periodOf, receiverLines, totalRows } from './invoice-document.ts';
import { escapeHtml, sendPage } from './pages.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

interface Context {
  database: Database;
  site: Site;
  keys: Keys;
}

/** The invoice of a link, or null when the secret in the link is wrong. */
async function invoiceOf(work: Work, id: string, secret: string): Promise<Stripe.Invoice | null> {
  const invoice = await work.find('invoice', id);
  if (invoice === undefined || work.internal<InvoiceMemory>(id).secret !== secret) return null;
  return invoice;
}

async function reading<T>(context: Context, read: (work: Work) => Promise<T>): Promise<T> {
  const connection = await context.database.connect();
  try {
    return await read(new Work(connection, context.site, undefined, 'read'));
  } finally {
    connection.release();
  }
}

function notFound(reply: FastifyReply) {
  return sendPage(
    reply.code(404),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not found</title></head><body><main><h1>This link is not valid</h1></main></body></html>',
    { policy: POLICY },
  );
}

function headline(invoice: Stripe.Invoice, words: DocumentWords): string {
  if (invoice.status === 'paid') return words.paid;
  if (invoice.status === 'void') return words.voided;
  if (invoice.status === 'uncollectible') return words.uncollectible;
  return words.pay(formatMoney(invoice.amount_remaining, invoice.currency, words.language));
}

/** The tax rates of a document. */
function ratesOf(work: Work, taxes: Stripe.InvoiceLineItem.Tax[] | null): Promise<Stripe.TaxRate[]> {
  const ids = (taxes ?? []).flatMap((tax) => tax.tax_rate_details?.tax_rate ?? []);
  return taxRatesOf(work, ids, 'tax_rates');
}

async function documentOf(work: Work, invoice: Stripe.Invoice): Promise<Buffer> {
  const words = await wordsOfInvoice(work, invoice);
  const coupons = await couponNamesOf(work, invoice, words);
  return invoicePdf(invoice, await ratesOf(work, invoice.total_taxes), words, coupons);
}

/** The rows of the page's table: lines, then totals. */
function tableOf(invoice: Stripe.Invoice, { rates, words, coupons }: Omit<Shown, 'clientSecret'>): string {
  const lines = invoice.lines.data
    .map(
      (line) =>
        `<tr><td>${escapeHtml(line.description ?? '')}<div class="period">${escapeHtml(periodOf(line, words))}</div></td><td class="amount">${line.quantity ?? ''}</td><td class="amount">${escapeHtml(formatMoney(line.amount, line.currency, words.language))}</td></tr>`,
    )
    .join('');
  const totals = totalRows(invoice, rates, words, coupons)
    .map(
      ({ label, amount }) =>
        `<tr><th scope="row" colspan="2">${escapeHtml(label)}</th><td class="amount">${escapeHtml(amount)}</td></tr>`,
    )
    .join('');
  return `<table><thead><tr><th scope="col">${words.description}</th><th scope="col" class="amount">${words.quantity}</th><th scope="col" class="amount">${words.amount}</th></tr></thead><tbody>${lines}</tbody><tfoot>${totals}</tfoot></table>`;
}

/** The dates, custom fields and addressee. */
function factsOf(invoice: Stripe.Invoice, words: DocumentWords): string {
  const date = (seconds: number) => formatDate(seconds, words.language);
  const facts = [
    [words.issued, date(invoice.effective_at ?? invoice.created)],
    ...(invoice.due_date === null ? [] : [[words.due, date(invoice.due_date)]]),
    ...(invoice.custom_fields ?? []).map(({ name, value }) => [name, value]),
  ].map(([label = '', value = '']) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`);
  const receiver = receiverLines(invoice).map(escapeHtml).join('<br>');
  return `<dl>${facts.join('')}<dt>${words.billTo}</dt><dd>${receiver}</dd></dl>`;
}

interface Shown {
  readonly rates: Stripe.TaxRate[];
  readonly words: DocumentWords;
  readonly coupons: CouponNames;
  /** Null if nothing can be paid. */
  readonly clientSecret: string | null;
}

/** The button that pays is disabled until the script answers it. */
function invoicePage(context: Context, invoice: Stripe.Invoice, shown: Shown): string {
  const { words, clientSecret } = shown;
  const up = '../..';
  const amount = formatMoney(invoice.amount_remaining, invoice.currency, words.language);
  const pay =
    clientSecret === null
      ? ''
      : `<form novalidate><h2>${words.payByCard}</h2><div id="card" class="field"></div><p role="alert"></p><button type="submit" disabled>${escapeHtml(words.pay(amount))}</button></form><script src="${up}/stripe.js"></script><script src="${up}/invoice.js"></script>`;
  return `<!doctype html>
<html lang="${words.language}" data-key="${escapeHtml(context.keys.publishable)}" data-secret="${escapeHtml(clientSecret ?? '')}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(`${words.invoice} ${invoice.number ?? ''}`)}</title><link rel="stylesheet" href="${up}/invoice.css"></head>
<body><main>
<h1>${escapeHtml(headline(invoice, words))}</h1>
<p class="summary">${escapeHtml(words.from(invoice.number ?? '', invoice.account_name ?? ''))}</p>
${factsOf(invoice, words)}
${tableOf(invoice, shown)}
<p><a href="${escapeHtml(invoice.invoice_pdf ?? '')}">${words.download}</a></p>
${pay}
</main></body></html>`;
}

function receiptPage(charge: Stripe.Charge): string {
  const card = charge.payment_method_details?.card;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Receipt</title><link rel="stylesheet" href="../../invoice.css"></head>
<body><main>
<h1>Receipt ${escapeHtml(charge.receipt_number ?? '')}</h1>
<p class="summary">${escapeHtml(charge.description ?? 'Payment')}</p>
<dl><dt>Amount paid</dt><dd>${escapeHtml(formatMoney(charge.amount, charge.currency))}</dd>${charge.amount_refunded > 0 ? `<dt>Refunded</dt><dd>${escapeHtml(formatMoney(charge.amount_refunded, charge.currency))}</dd>` : ''}<dt>Date paid</dt><dd>${formatDate(charge.created)}</dd><dt>Payment method</dt><dd>${escapeHtml(card?.brand ?? '')} ending in ${escapeHtml(card?.last4 ?? '')}</dd></dl>
</main></body></html>`;
}

/**
 * Registers the pages that a link with a secret opens: hosted invoices, PDFs of invoices and credit notes, receipts.
 */
export function registerInvoicePages(server: FastifyInstance, context: Context): void {
  server.get<{ Params: { id: string; secret: string } }>('/invoices/:id/:secret', (request, reply) =>
    reading(context, async (work) => {
      const invoice = await invoiceOf(work, request.params.id, request.params.secret);
      if (invoice === null) return notFound(reply);
      const open = invoice.status === 'open' ? await openPayment(work, invoice) : null;
      const rates = await ratesOf(work, invoice.total_taxes);
      const words = await wordsOfInvoice(work, invoice);
      const clientSecret = open?.intent.client_secret ?? null;
      const coupons = await couponNamesOf(work, invoice, words);
      const shown = { rates, words, coupons, clientSecret };
      return sendPage(reply, invoicePage(context, invoice, shown), { policy: POLICY });
    }),
  );
  server.get<{ Params: { id: string; secret: string } }>('/invoices/:id/:secret/pdf', (request, reply) =>
    reading(context, async (work) => {
      const invoice = await invoiceOf(work, request.params.id, request.params.secret);
      if (invoice === null) return notFound(reply);
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`)
        .send(await documentOf(work, invoice));
    }),
  );
  server.get<{ Params: { id: string; secret: string } }>('/credit_notes/:id/:secret/pdf', (request, reply) =>
    reading(context, async (work) => {
      const { id, secret } = request.params;
      const note = await work.find('credit_note', id);
      if (note === undefined || work.internal<CreditNoteMemory>(id).secret !== secret) return notFound(reply);
      const invoice = await work.get('invoice', idOf(note.invoice));
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="Credit-note-${note.number}.pdf"`)
        .send(await creditNotePdf(note, invoice, await ratesOf(work, note.total_taxes)));
    }),
  );
  server.get<{ Params: { id: string; secret: string } }>('/receipts/:id/:secret', (request, reply) =>
    reading(context, async (work) => {
      const { id, secret } = request.params;
      const charge = await work.find('charge', id);
      if (charge === undefined || work.internal<ChargeMemory>(id).receiptSecret !== secret) return notFound(reply);
      return sendPage(reply, receiptPage(charge), { policy: POLICY });
    }),
  );
}
