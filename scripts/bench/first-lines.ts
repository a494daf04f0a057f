import type pg from 'pg';

/** Rows per statement. */
const atOnce = 10_000;

/**
 * Adds the describing line to mirrored invoices, as synchronizing would have stored it, because the lists join it. An
 * invoice without a price of its own gets a plan of the catalog.
 * @param prefix of the invoices' ids
 */
export async function insertFirstLines(client: pg.Client, prefix: string): Promise<void> {
  for (let last = prefix; ; ) {
    const { rows } = await client.query<{ last: string | null }>(
      `with wanted as (
         select id, customer_id, currency, total, description, price_id, created from stripe_invoices
         where id > $1 and starts_with(id, $2) order by id limit $3
       ), sold as (
         select min(stripe_price_id) as id from catalog_prices join prices on prices.id = price_id where kind = 'base' and current
       ), lines as (
         insert into stripe_invoice_lines (id, invoice_id, position, customer_id, price_id, currency, amount, subtotal, quantity, proration, description,
                                           period_start, period_end, data, synced_at)
         select 'il_' || wanted.id, wanted.id, 0, customer_id, coalesce(price_id, sold.id), currency,
                total, total, 1, false, description, created, created, '{}', now()
         from wanted cross join sold where not exists (select from stripe_invoice_lines known where known.invoice_id = wanted.id)
       )
       select max(id) as last from wanted`,
      [last, prefix, atOnce],
    );
    const reached = rows[0]?.last;
    if (!reached) return;
    last = reached;
  }
}
