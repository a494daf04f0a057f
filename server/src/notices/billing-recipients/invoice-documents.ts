import { findAccountsByCustomers, LinkExpiredError } from '../../accounts/index.ts';
import { findCustomerDetails, findMailedInvoice } from '../../billing/index.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { BillingRecipientsContext } from './billing-recipients.context.ts';
import { findRecipientOfLink } from './billing-recipients.queries.ts';
import { isDocumentOver, isDocumentToken, parseDocumentToken } from './recipient-links.ts';

/** The maximum number of invoices of an account that mailed links may open per hour. Each is a call to Stripe. */
const documentLimit = defineLimit('invoice-document-link', 300, 60 * 60);

/**
 * The page of an invoice at Stripe, by a mailed link. The page's URL expires after some days, so each call fetches a new one.
 * @throws LinkExpiredError after 90 days, or if the account no longer sends invoices to that address (REC-7); TooManyRequestsError; UnavailableError
 */
export async function findDocument(context: BillingRecipientsContext, token: string): Promise<string> {
  const { database, config, gateway } = context;
  const link = parseDocumentToken(token);
  const invoice = link && (await findMailedInvoice(database.query, link.invoiceId));
  if (!invoice || isDocumentOver(link, invoice.createdAt)) throw new LinkExpiredError();
  const { customerId } = invoice;
  const accountId = (await findAccountsByCustomers(database.query, [customerId])).get(customerId);
  const email = await findDocumentAddress(context, link.recipientId, { accountId, customerId });
  if (accountId === undefined || email === undefined || !isDocumentToken(config.appSecret, token, { ...link, email }))
    throw new LinkExpiredError();
  await documentLimit.take(database, accountId);
  return gateway.invoicePdfs.findPage(invoice.id);
}

/** The address of the recipient or billing address, if it may still open the invoice. */
async function findDocumentAddress(
  { database }: BillingRecipientsContext,
  recipientId: number | null,
  { accountId, customerId }: { readonly accountId: number | undefined; readonly customerId: string },
): Promise<string | undefined> {
  if (recipientId === null) return (await findCustomerDetails(database.query, customerId))?.email;
  const row = await findRecipientOfLink(database.query, recipientId);
  return row?.accountId === accountId && row?.state === 'confirmed' ? row.email : undefined;
}
