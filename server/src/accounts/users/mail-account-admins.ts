import type { Locale } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import type { Mail, MailTemplateName, TemplateData } from '../../core/mail/index.ts';
import { findAccountBrand } from '../accounts/listing.queries.ts';
import { listAdminRecipients } from './recipients.queries.ts';

type MailOf<Name extends MailTemplateName> = {
  [Each in Name]: { readonly template: Each; readonly data: TemplateData<Each> };
}[Name];

/** Queues a mail to an account's active owner and admins, each in their language, in the transaction of its cause (LATE-7). */
export async function mailAccountAdmins<Name extends MailTemplateName>(
  { mail }: { readonly mail: Pick<Mail, 'enqueueMany'> },
  transaction: Queryable,
  accountId: number,
  mailFor: (reader: { readonly accountName: string; readonly locale: Locale }) => MailOf<Name>,
): Promise<void> {
  const account = await findAccountBrand(transaction, accountId);
  if (!account) return;
  const admins = await listAdminRecipients(transaction, accountId);
  const mails = admins
    .filter(({ email }) => email !== '')
    .map(({ email, name, locale: chosen }) => {
      const locale = chosen ?? 'en';
      const to = { address: email, name };
      return { ...mailFor({ accountName: account.name, locale }), to, locale, companyId: account.companyId, accountId };
    });
  if (mails.length > 0) await mail.enqueueMany(transaction, mails);
}
