import { paths } from '@portico/contract';
import { daysUntil, dueWarning, warningDays } from '../../mail/index.ts';
import { nameProduct } from '../catalog/index.ts';
import { addWarning, type ExpiringToken, listExpiring, lockExpiring } from './expiry-warnings.queries.ts';
import { mailAdmins } from './mail-admins.ts';
import type { ProductTokensContext } from './product-tokens.context.ts';
import { lastDayOf } from './product-tokens.rules.ts';

/** Tokens that are looked at together. */
const batchSize = 100;
const dayInMilliseconds = 86_400_000;

type Context = Pick<ProductTokensContext, 'database' | 'mail' | 'catalog'>;

/** Mails admins 30, 7 and 1 days before a token in use expires, once each, however often it runs (TOK-9). */
export async function warnOfTokens(context: Context, now: Date): Promise<void> {
  // A token works through its last day, which is counted from today's beginning.
  const range = { from: now, to: new Date(now.getTime() + (warningDays[0] + 1) * dayInMilliseconds) };
  for (let after = 0; ; ) {
    const expiring = await listExpiring(context.database.query, range, after, batchSize);
    for (const token of expiring) if (dueFor(token, now)) await warn(context, token.id, now);
    const last = expiring.at(-1);
    if (!last || expiring.length < batchSize) return;
    after = last.id;
  }
}

const dueFor = ({ expiresAt, warnings }: ExpiringToken, now: Date) =>
  expiresAt ? dueWarning(daysUntil(lastDayOf(expiresAt), now), warnings) : undefined;

async function warn(context: Context, id: number, now: Date): Promise<void> {
  const { database, catalog } = context;
  const products = await catalog.findProducts();
  await database.transaction(async (transaction) => {
    // Another process may have warned meanwhile, or an admin given it another day.
    const token = await lockExpiring(transaction, id);
    const due = token && dueFor(token, now);
    if (!token || due === undefined) return;
    await addWarning(transaction, id, due);
    const { productId, prefix, name, expiresAt } = token;
    const day = lastDayOf(expiresAt);
    await mailAdmins(context, transaction, token.accountId, ({ accountName, locale }) => ({
      template: 'productTokenExpires',
      data: {
        tokenName: name,
        prefix,
        productName: nameProduct(products, productId, locale),
        accountName,
        day,
        daysLeft: daysUntil(day, now),
        path: paths.productDashboard.replace('$id', productId),
      },
    }));
  });
}
