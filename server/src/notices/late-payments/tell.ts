import type { Locale } from '@portico/contract';
import { findAccountBrand, listAdminRecipients } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { Mail, MailTemplateName, TemplateData } from '../../core/mail/index.ts';

/** Queues a mail to those who pay for an account: its active owner and admins, each in their language (LATE-7). */
export async function tellPayers<Name extends MailTemplateName>(
  { mail }: { readonly mail: Mail },
  transaction: Queryable,
  accountId: number,
  template: Name,
  dataIn: (locale: Locale) => TemplateData<Name>,
): Promise<void> {
  const [account, recipients] = [
    await findAccountBrand(transaction, accountId),
    await listAdminRecipients(transaction, accountId),
  ];
  if (!account) return;
  const mails = recipients
    .filter(({ email }) => email !== '')
    .map(({ email, name, locale }) => ({
      template,
      data: dataIn(locale ?? 'en'),
      to: { address: email, name },
      locale: locale ?? 'en',
      companyId: account.companyId,
      accountId,
    }));
  if (mails.length > 0) await mail.enqueueMany(transaction, mails);
}
