import { maxNoticeDays, paths } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findNoticeDays, mailAccountAdmins } from '../../accounts/index.ts';
import { nameProduct, selectNoticeDays } from '../../catalog/index.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import { daysUntil, dueWarning } from '../../core/mail/index.ts';
import { addWarning, type ExpiringToken, listExpiring, lockExpiring } from './expiry-warnings.queries.ts';
import type { ProductTokensContext } from './product-tokens.context.ts';
import { tokenLastDay } from './product-tokens.rules.ts';

/** Tokens per batch. */
const batchSize = 100;

type Context = Pick<ProductTokensContext, 'database' | 'mail' | 'catalog'>;

/** Warns admins before a token in use expires, on the notice days of the account or product, once each (TOK-9, EXP-2). It may run any number of times. */
export async function sendTokenExpiryWarnings(context: Context, now: Date): Promise<void> {
  // A token works through its last day, which is counted from the start of today.
  const range = { from: now, to: new Date(now.getTime() + (maxNoticeDays + 1) * millisecondsInDay) };
  const products = await context.catalog.findProducts();
  const on = context.database.query;
  const batches = inBatches<ExpiringToken>(batchSize, (after) => listExpiring(on, range, after?.id ?? 0, batchSize));
  for await (const expiring of batches) {
    const chosen = await findNoticeDays(on, [...new Set(expiring.map(({ accountId }) => accountId))]);
    for (const token of expiring) {
      const days = selectNoticeDays(chosen.get(token.accountId) ?? null, products.get(token.productId));
      // Disabled accounts get no mail.
      if (chosen.has(token.accountId) && findDueWarning(token, now, days))
        await warn(context, token.id, now, { products, days });
    }
  }
}

const findDueWarning = ({ expiresAt, warnings }: ExpiringToken, now: Date, days: readonly number[]) =>
  expiresAt ? dueWarning(daysUntil(tokenLastDay(expiresAt), now), warnings, days) : undefined;

interface Warning {
  readonly products: Awaited<ReturnType<Context['catalog']['findProducts']>>;
  /** Days before the end on which the account is warned. */
  readonly days: readonly number[];
}

async function warn(context: Context, id: number, now: Date, { products, days }: Warning): Promise<void> {
  await context.database.transaction(async (transaction) => {
    // Another process may have warned meanwhile, or an admin may have changed the last day.
    const token = await lockExpiring(transaction, id);
    const due = token && findDueWarning(token, now, days);
    if (!token || due === undefined) return;
    await addWarning(transaction, id, due);
    const { productId, prefix, name, expiresAt } = token;
    const day = tokenLastDay(expiresAt);
    await mailAccountAdmins(context, transaction, token.accountId, ({ accountName, locale }) => ({
      template: 'productTokenExpires',
      data: {
        tokenName: name,
        prefix,
        productName: nameProduct(products, productId, locale),
        accountName,
        day,
        daysLeft: daysUntil(day, now),
        path: `${paths.productDashboard.replace('$id', productId)}?tab=connect`,
      },
    }));
  });
}
