import {
  type leakedTokens as endpoints,
  type ParsedRequestOf,
  paths,
  type ReportedToken,
  type ResponseOf,
} from '@portico/contract';
import { findAccountNames, mailAccountAdmins } from '../../accounts/index.ts';
import { nameProduct } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { findTokenByPrefix, listLeakedTokens, type TokenRow, updateToken } from './product-tokens.queries.ts';
import { tokenState, toTokenType } from './product-tokens.rules.ts';
import { type CallContext, tokenAuditDetail } from './product-tokens.service.ts';

/** Tokens that were reported, the latest first (TOK-10). */
export async function listLeaked(
  context: CallContext,
  page: ParsedRequestOf<typeof endpoints.listLeaked>['query'],
): Promise<ResponseOf<typeof endpoints.listLeaked>> {
  const { items, total } = await listLeakedTokens(context.database.query, page);
  return listAnswer(await presentReported(context, context.database.query, items), total, page);
}

/** The token of a prefix, in any account. @throws NotFoundError */
export async function findReported(context: CallContext, prefix: string): Promise<ReportedToken> {
  const row = await findTokenByPrefix(context.database.query, prefix);
  if (!row) throw new NotFoundError();
  return presentReportedToken(context, context.database.query, row);
}

/** Disables a leaked token and mails the account's admins where it was found (TOK-10). Repeating the report changes nothing. @throws NotFoundError */
export async function reportLeak(
  context: CallContext,
  prefix: string,
  { leakReport }: ParsedRequestOf<typeof endpoints.reportLeak>['body'],
): Promise<ReportedToken> {
  const { database, audit, actor, catalog } = context;
  const products = await catalog.findProducts();
  return database.transaction(async (transaction) => {
    const before = await findTokenByPrefix(transaction, prefix, true);
    if (!before) throw new NotFoundError();
    if (before.disabledReason === 'leaked') return presentReportedToken(context, transaction, before);
    const row = await updateToken(transaction, before.id, { disabledReason: 'leaked', leakReport });
    const detail = { ...tokenAuditDetail(row), leakReport };
    await audit.record({ ...actor, accountId: row.accountId, kind: 'productTokenLeaked', detail }, transaction);
    await mailAccountAdmins(context, transaction, row.accountId, ({ accountName, locale }) => ({
      template: 'productTokenLeaked',
      data: {
        tokenName: row.name,
        prefix,
        productName: nameProduct(products, row.productId, locale),
        accountName,
        leakReport,
        path: `${paths.productDashboard.replace('$id', row.productId)}?tab=connect`,
      },
    }));
    return presentReportedToken(context, transaction, row);
  });
}

async function presentReportedToken(context: CallContext, on: Queryable, row: TokenRow): Promise<ReportedToken> {
  const [shown] = await presentReported(context, on, [row]);
  return shown as ReportedToken;
}

async function presentReported(
  { catalog, locale }: CallContext,
  on: Queryable,
  rows: readonly TokenRow[],
): Promise<ReportedToken[]> {
  const products = await catalog.findProducts();
  const accounts = await findAccountNames(on, [...new Set(rows.map(({ accountId }) => accountId))]);
  const now = new Date();
  return rows.map((row) => ({
    tokenId: row.id,
    prefix: row.prefix,
    name: row.name,
    tokenType: toTokenType(row.tokenType),
    state: tokenState(row, now),
    account: { id: row.accountId, name: accounts.get(row.accountId) ?? '' },
    productId: row.productId,
    productName: nameProduct(products, row.productId, locale),
    created: row.createdAt.toISOString(),
    lastUsed: row.lastUsedAt?.toISOString() ?? null,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    leakReport: row.leakReport,
  }));
}
