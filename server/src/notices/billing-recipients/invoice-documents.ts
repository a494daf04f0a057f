import { findAccountsByCustomers, LinkExpiredError } from '../../accounts/index.ts';
import { findCustomerDetails, findMailedInvoice } from '../../billing/index.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { BillingRecipientsContext } from './billing-recipients.context.ts';
import { findRecipientOfLink } from './billing-recipients.queries.ts';
import { isDocumentToken, readDocumentToken } from './recipient-links.ts';

/** Invoices of an account that mailed links open in an hour. Each is a call at Stripe. */
const openings = defineLimit('invoice-document-link', 300, 60 * 60);

/**
 * The page of an invoice at Stripe, by a mailed link. Its address ends after some days, so that each time a new one is asked for.
 * @throws LinkExpiredError where the account sends no invoices to that address any more (REC-7); TooManyRequestsError; UnavailableError
 */
export async function findDocument(context: BillingRecipientsContext, token: string): Promise<string> {
  const { database, config, gateway } = context;
  const link = readDocumentToken(token);
  const invoice = link && (await findMailedInvoice(database.query, link.invoiceId));
  if (!invoice) throw new LinkExpiredError();
  const { customerId } = invoice;
  const accountId = (await findAccountsByCustomers(database.query, [customerId])).get(customerId);
  const email = await findReader(context, link.recipientId, { accountId, customerId });
  if (accountId === undefined || email === undefined || !isDocumentToken(config.appSecret, token, { ...link, email }))
    throw new LinkExpiredError();
  await openings.take(database, accountId);
  return gateway.invoicePdfs.findPage(invoice.id);
}

/** The address that may open it now; undefined for none. */
async function findReader(
  { database }: BillingRecipientsContext,
  recipientId: number | null,
  { accountId, customerId }: { readonly accountId: number | undefined; readonly customerId: string },
): Promise<string | undefined> {
  if (recipientId === null) return (await findCustomerDetails(database.query, customerId))?.email;
  const row = await findRecipientOfLink(database.query, recipientId);
  return row?.accountId === accountId && row?.state === 'confirmed' ? row.email : undefined;
}
