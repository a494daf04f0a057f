import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata, pageOf, slice } from '../endpoint.ts';
import { draftCreditNote, type GivenCreditNote, issueCreditNote, voidCreditNote } from '../engine/credit-note-issue.ts';
import { idOf } from '../ids.ts';
import {
  clearable,
  decimal,
  hash,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  paging,
  text,
  timeRange,
  type Values,
} from '../parameters.ts';
import { invoiceAtItsTime } from './invoice-state.ts';

const fields = {
  amount: integer({ least: 1 }),
  credit_amount: integer(),
  effective_at: integer(),
  email_type: oneOf('credit_note', 'none'),
  invoice: needed(text()),
  lines: list(
    hash({
      amount: integer(),
      description: text(),
      invoice_line_item: text(),
      metadata: metadata(),
      quantity: integer(),
      tax_amounts: clearable(
        list(hash({ amount: needed(integer()), tax_rate: needed(text()), taxable_amount: needed(integer()) }), 10),
      ),
      type: needed(oneOf('custom_line_item', 'invoice_line_item')),
      unit_amount: integer(),
      unit_amount_decimal: decimal(),
    }),
    250,
  ),
  memo: text(5000),
  metadata: metadata(),
  out_of_band_amount: integer(),
  reason: oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
  refund_amount: integer(),
  refunds: list(hash({ amount_refunded: integer({ least: 1 }), refund: text(), type: oneOf('refund') }), 20),
};

type Given = Values<typeof fields>;

function described({ lines, ...given }: Given): GivenCreditNote {
  return {
    ...given,
    metadata: mergeMetadata({}, given.metadata),
    ...(lines === undefined
      ? {}
      : { lines: lines.map((line) => ({ ...line, metadata: mergeMetadata({}, line.metadata) })) }),
  };
}

export const creditNoteEndpoints = [
  endpoint('POST /v1/credit_notes', fields, async ({ work, parameters }) => {
    const invoice = await invoiceAtItsTime(work, parameters.invoice, 'invoice');
    const given = described(parameters);
    return issueCreditNote(work, invoice, await draftCreditNote(work, invoice, given), given);
  }),

  endpoint('GET /v1/credit_notes/preview', fields, async ({ work, parameters }) => {
    const invoice = await invoiceAtItsTime(work, parameters.invoice, 'invoice');
    return draftCreditNote(work, invoice, described(parameters));
  }),

  endpoint('GET /v1/credit_notes/preview/lines', { ...fields, ...paging }, async ({ work, parameters }) => {
    const invoice = await invoiceAtItsTime(work, parameters.invoice, 'invoice');
    const note = await draftCreditNote(work, invoice, described(parameters));
    return linesOf(note, parameters, '/v1/credit_notes/preview/lines');
  }),

  endpoint('POST /v1/credit_notes/:note/void', {}, async ({ work, ids }) => {
    const note = await work.get('credit_note', ids.note ?? '');
    await voidCreditNote(work, await invoiceAtItsTime(work, idOf(note.invoice)), note);
    return note;
  }),

  endpoint('GET /v1/credit_notes/:note', {}, async ({ work, ids }) => work.get('credit_note', ids.note ?? '')),

  endpoint('GET /v1/credit_notes/:note/lines', { ...paging }, async ({ work, ids, parameters }) => {
    const note = await work.get('credit_note', ids.note ?? '');
    return linesOf(note, parameters, `/v1/credit_notes/${note.id}/lines`);
  }),

  listEndpoint(
    '/v1/credit_notes',
    'credit_note',
    { created: timeRange(), customer: text(), invoice: text() },
    ({ parameters }) => ({
      customer: parameters.customer,
      related: [parameters.invoice],
      times: { created: parameters.created },
    }),
  ),
];

function linesOf(note: Stripe.CreditNote, parameters: object, url: string) {
  const { data, hasMore } = slice(note.lines.data, pageOf(parameters), 'credit note line item');
  return { object: 'list', data, has_more: hasMore, url };
}
