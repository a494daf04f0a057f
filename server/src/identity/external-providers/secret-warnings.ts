import { paths } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { mailAccountAdmins } from '../../accounts/index.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import { daysUntil, dueWarning, warningDays } from '../../core/mail/index.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import { listExpiring, recordWarning } from './secret-warnings.queries.ts';

/** Providers per batch. */
const batchSize = 100;

type Context = Pick<ExternalProvidersContext, 'database' | 'mail'>;
type Expiring = Awaited<ReturnType<typeof listExpiring>>[number];

/** Mails admins of active providers 30, 7 and 1 days before the secret expires, once each (SSO-16). */
export async function sendSecretExpiryWarnings(context: Context, now: Date): Promise<void> {
  const dayAt = (days: number) => new Date(now.getTime() + days * millisecondsInDay).toISOString().slice(0, 10);
  const range = { from: dayAt(0), to: dayAt(warningDays[0]) };
  const on = context.database.query;
  const batches = inBatches<Expiring>(batchSize, (after) => listExpiring(on, range, after?.id ?? 0, batchSize));
  for await (const expiring of batches) for (const provider of expiring) await warn(context, provider, now);
}

async function warn({ database, mail }: Context, provider: Expiring, now: Date): Promise<void> {
  const { secretExpiresOn: day, secretWarnings } = provider;
  const daysLeft = day === null ? -1 : daysUntil(day, now);
  const due = dueWarning(daysLeft, secretWarnings);
  if (day === null || due === undefined) return;
  await database.transaction(async (transaction) => {
    const row = await recordWarning(transaction, provider, due);
    if (!row) return;
    await mailAccountAdmins({ mail }, transaction, row.accountId, ({ accountName }) => ({
      template: 'clientSecretExpires',
      data: {
        providerName: row.name,
        accountName,
        day,
        daysLeft,
        isRequired: row.prohibitsOthers,
        path: paths.externalProvider.replace('$id', String(row.id)),
      },
    }));
  });
}
