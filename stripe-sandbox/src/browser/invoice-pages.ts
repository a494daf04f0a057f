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
import { creditNotePdf } from './credit-note-document.ts';
import { addressLines, invoicePdf, periodOf, totalRows } from './invoice-document.ts';
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

function headline(invoice: Stripe.Invoice): string {
  if (invoice.status === 'paid') return 'Invoice paid';
  if (invoice.status === 'void') return 'This invoice was voided';
  if (invoice.status === 'uncollectible') return 'This invoice is no longer collected';
  return `Pay ${formatMoney(invoice.amount_remaining, invoice.currency)}`;
}

/** The tax rates of a document. */
function ratesOf(work: Work, taxes: Stripe.InvoiceLineItem.Tax[] | null): Promise<Stripe.TaxRate[]> {
  const ids = (taxes ?? []).flatMap((tax) => tax.tax_rate_details?.tax_rate ?? []);
  return taxRatesOf(work, ids, 'tax_rates');
}

function invoicePage(
  context: Context,
  invoice: Stripe.Invoice,
  rates: Stripe.TaxRate[],
  clientSecret: string | null,
): string {
  const up = '../..';
  const lines = invoice.lines.data
    .map(
      (line) =>
        `<tr><td>${escapeHtml(line.description ?? '')}<div class="period">${escapeHtml(periodOf(line))}</div></td><td class="amount">${line.quantity ?? ''}</td><td class="amount">${escapeHtml(formatMoney(line.amount, line.currency))}</td></tr>`,
    )
    .join('');
  const totals = totalRows(invoice, rates)
    .map(
      ({ label, amount }) =>
        `<tr><th scope="row" colspan="2">${escapeHtml(label)}</th><td class="amount">${escapeHtml(amount)}</td></tr>`,
    )
    .join('');
  const to = [invoice.customer_name, ...addressLines(invoice.customer_address), invoice.customer_email]
    .filter(Boolean)
    .map((part) => escapeHtml(String(part)));
  const pay =
    clientSecret === null
      ? ''
      : `<form novalidate><h2>Pay with a card</h2><div id="card" class="field"></div><p role="alert"></p><button type="submit">Pay ${escapeHtml(formatMoney(invoice.amount_remaining, invoice.currency))}</button></form><script src="${up}/stripe.js"></script><script src="${up}/invoice.js"></script>`;
  return `<!doctype html>
<html lang="en" data-key="${escapeHtml(context.keys.publishable)}" data-secret="${escapeHtml(clientSecret ?? '')}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Invoice ${escapeHtml(invoice.number ?? '')}</title><link rel="stylesheet" href="${up}/invoice.css"></head>
<body><main>
<h1>${escapeHtml(headline(invoice))}</h1>
<p class="summary">Invoice ${escapeHtml(invoice.number ?? '')} from ${escapeHtml(invoice.account_name ?? '')}</p>
<dl><dt>Date of issue</dt><dd>${formatDate(invoice.effective_at ?? invoice.created)}</dd>${invoice.due_date === null ? '' : `<dt>Date due</dt><dd>${formatDate(invoice.due_date)}</dd>`}<dt>Bill to</dt><dd>${to.join('<br>')}</dd></dl>
<table><thead><tr><th scope="col">Description</th><th scope="col" class="amount">Qty</th><th scope="col" class="amount">Amount</th></tr></thead><tbody>${lines}</tbody><tfoot>${totals}</tfoot></table>
<p><a href="${escapeHtml(invoice.invoice_pdf ?? '')}">Download the invoice</a></p>
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
      return sendPage(reply, invoicePage(context, invoice, rates, open?.intent.client_secret ?? null), {
        policy: POLICY,
      });
    }),
  );
  server.get<{ Params: { id: string; secret: string } }>('/invoices/:id/:secret/pdf', (request, reply) =>
    reading(context, async (work) => {
      const invoice = await invoiceOf(work, request.params.id, request.params.secret);
      if (invoice === null) return notFound(reply);
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`)
        .send(await invoicePdf(invoice, await ratesOf(work, invoice.total_taxes)));
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
