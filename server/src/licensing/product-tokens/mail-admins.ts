import type { Locale } from '@portico/contract';
import { findAccountBrand, listAdminRecipients } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { TemplateData } from '../../core/mail/index.ts';
import type { ProductTokensContext } from './product-tokens.context.ts';

type TokenMail = {
  [Name in 'productTokenExpires' | 'productTokenLeaked']: {
    readonly template: Name;
    readonly data: TemplateData<Name>;
  };
}['productTokenExpires' | 'productTokenLeaked'];

/** Mails the owner and the admins of an account, each in their language, in the transaction of the cause. */
export async function mailAdmins(
  { mail }: Pick<ProductTokensContext, 'mail'>,
  transaction: Queryable,
  accountId: number,
  mailFor: (reader: { readonly accountName: string; readonly locale: Locale }) => TokenMail,
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
