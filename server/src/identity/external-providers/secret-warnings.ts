import { paths } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountBrand, listAdminRecipients } from '../../accounts/index.ts';
import { daysUntil, dueWarning, warningDays } from '../../core/mail/index.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import { listExpiring, takeWarning } from './secret-warnings.queries.ts';

/** Providers that are looked at together. */
const batchSize = 100;

type Context = Pick<ExternalProvidersContext, 'database' | 'mail'>;
type Expiring = Awaited<ReturnType<typeof listExpiring>>[number];

/** Mails admins of active providers 30, 7 and 1 days before their secret ends, once each (SSO-16). */
export async function warnOfSecrets(context: Context, now: Date): Promise<void> {
  const dayAt = (days: number) => new Date(now.getTime() + days * millisecondsInDay).toISOString().slice(0, 10);
  const range = { from: dayAt(0), to: dayAt(warningDays[0]) };
  for (let after = 0; ; ) {
    const expiring = await listExpiring(context.database.query, range, after, batchSize);
    for (const provider of expiring) await warn(context, provider, now);
    const last = expiring.at(-1);
    if (!last || expiring.length < batchSize) return;
    after = last.id;
  }
}

async function warn({ database, mail }: Context, provider: Expiring, now: Date): Promise<void> {
  const { secretExpiresOn: day, secretWarnings } = provider;
  const daysLeft = day === null ? -1 : daysUntil(day, now);
  const due = dueWarning(daysLeft, secretWarnings);
  if (day === null || due === undefined) return;
  await database.transaction(async (transaction) => {
    const row = await takeWarning(transaction, provider, due);
    const account = row && (await findAccountBrand(transaction, row.accountId));
    if (!row || !account) return;
    const admins = await listAdminRecipients(transaction, row.accountId);
    const mails = admins
      .filter(({ email }) => email !== '')
      .map(({ email, name, locale }) => ({
        template: 'clientSecretExpires' as const,
        data: {
          providerName: row.name,
          accountName: account.name,
          day,
          daysLeft,
          isRequired: row.prohibitsOthers,
          path: paths.externalProvider.replace('$id', String(row.id)),
        },
        to: { address: email, name },
        locale: locale ?? 'en',
        companyId: account.companyId,
        accountId: row.accountId,
      }));
    if (mails.length > 0) await mail.enqueueMany(transaction, mails);
  });
}
