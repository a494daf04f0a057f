import { maxNoticeDays, paths } from '@portico/contract';
import { findNoticeDays } from '../../accounts/index.ts';
import { nameProduct, noticeDaysOf } from '../../catalog/index.ts';
import { daysUntil, dueWarning } from '../../core/mail/index.ts';
import { addWarning, type ExpiringToken, listExpiring, lockExpiring } from './expiry-warnings.queries.ts';
import { mailAdmins } from './mail-admins.ts';
import type { ProductTokensContext } from './product-tokens.context.ts';
import { lastDayOf } from './product-tokens.rules.ts';

/** Tokens that are looked at together. */
const batchSize = 100;
const dayInMilliseconds = 86_400_000;

type Context = Pick<ProductTokensContext, 'database' | 'mail' | 'catalog'>;

/** Mails admins on the days before a token in use expires that their account or the product says, once each, however often it runs (TOK-9, EXP-2). */
export async function warnOfTokens(context: Context, now: Date): Promise<void> {
  // A token works through its last day, which is counted from today's beginning.
  const range = { from: now, to: new Date(now.getTime() + (maxNoticeDays + 1) * dayInMilliseconds) };
  const products = await context.catalog.findProducts();
  for (let after = 0; ; ) {
    const expiring = await listExpiring(context.database.query, range, after, batchSize);
    const chosen = await findNoticeDays(context.database.query, [
      ...new Set(expiring.map(({ accountId }) => accountId)),
    ]);
    for (const token of expiring) {
      const days = noticeDaysOf(chosen.get(token.accountId) ?? null, products.get(token.productId));
      // Accounts that nobody can use are not told of anything.
      if (chosen.has(token.accountId) && dueFor(token, now, days))
        await warn(context, token.id, now, { products, days });
    }
    const last = expiring.at(-1);
    if (!last || expiring.length < batchSize) return;
    after = last.id;
  }
}

const dueFor = ({ expiresAt, warnings }: ExpiringToken, now: Date, days: readonly number[]) =>
  expiresAt ? dueWarning(daysUntil(lastDayOf(expiresAt), now), warnings, days) : undefined;

interface Warning {
  readonly products: Awaited<ReturnType<Context['catalog']['findProducts']>>;
  /** Before the end, on which the account wants to be told. */
  readonly days: readonly number[];
}

async function warn(context: Context, id: number, now: Date, { products, days }: Warning): Promise<void> {
  await context.database.transaction(async (transaction) => {
    // Another process may have warned meanwhile, or an admin given it another day.
    const token = await lockExpiring(transaction, id);
    const due = token && dueFor(token, now, days);
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
