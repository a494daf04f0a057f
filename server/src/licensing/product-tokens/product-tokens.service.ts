import {
  type productTokens as endpoints,
  maxProductTokens,
  type ParsedRequestOf,
  type ProductToken,
  type ResponseOf,
} from '@portico/contract';
import { changesBetween } from '../../accounts/index.ts';
import { liveSubscription } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { checkConfirmed } from '../../core/http/access.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { listLicenseIds } from '../licenses/licenses.queries.ts';
import type { ProductTokensContext } from './product-tokens.context.ts';
import { datePast, tokenBeingReplaced, tokenNotReplaced, tokenNotWorking } from './product-tokens.errors.ts';
import { presentToken } from './product-tokens.presentation.ts';
import {
  countTokens,
  deleteToken,
  listTokens as listTokenRows,
  lockToken,
  type TokenKey,
  type TokenRow,
  updateToken,
} from './product-tokens.queries.ts';
import { tokenEnd, tokenLastDay, tokenState, toTokenType } from './product-tokens.rules.ts';

export type CallContext = ProductTokensContext & RequestContext;

/**
 * The maximum number of changes of tokens per account and hour. Each is recorded in the audit log, which only grows.
 */
const changeLimit = defineLimit('product-token-change', 200, 60 * 60);

/** The account's tokens of a product, the newest first (TOK-1). @throws NotFoundError as `getTokenProduct` */
export async function listTokens(
  context: CallContext,
  productId: string,
  page: ParsedRequestOf<typeof endpoints.list>['query'],
): Promise<ResponseOf<typeof endpoints.list>> {
  const { database, accountId } = context;
  const { isHeld } = await getTokenProduct(context, productId);
  const of = { accountId, productId };
  const [rows, total] = await Promise.all([listTokenRows(database.query, of, page), countTokens(database.query, of)]);
  return {
    ...listAnswer(await present(context, database.query, rows), total, page),
    addRefusal: !isHeld ? 'notHeld' : total >= maxProductTokens ? 'tooMany' : null,
  };
}

/** Whether the account has or had a product (TOK-3). @throws NotFoundError if it is unknown, or retired and the account does not have it */
export async function getTokenProduct(
  { catalog, database, holdings, accountId }: CallContext,
  productId: string,
): Promise<{ readonly isHeld: boolean; readonly isDisabled: boolean }> {
  const product = (await catalog.findProducts()).get(productId);
  if (!product) throw new NotFoundError();
  const [held, licenseIds] = await Promise.all([
    holdings.forProducts(accountId, [productId]),
    listLicenseIds(database.query, accountId, productId),
  ]);
  const holding = held.get(productId);
  if (product.retired && licenseIds.length === 0 && !liveSubscription(holding, new Date())) throw new NotFoundError();
  return {
    isHeld: licenseIds.length > 0 || (holding?.subscriptions.length ?? 0) > 0,
    isDisabled: product.disabled,
  };
}

/** Tokens with the names of their creators. */
export async function present(
  { findNamedUsers }: Pick<CallContext, 'findNamedUsers'>,
  on: Queryable,
  rows: readonly TokenRow[],
): Promise<ProductToken[]> {
  const makers = new Set(rows.flatMap(({ createdBy }) => (createdBy === null ? [] : [createdBy])));
  const names = await findNamedUsers(on, [...makers]);
  const now = new Date();
  return rows.map((row) => presentToken(row, { now, names }));
}

/** @throws InvalidInputError at `field` for a past day in UTC (TOK-4) */
export function parseEnd(field: 'expirationDate' | 'newExpirationDate', day: string): Date | null {
  const end = tokenEnd(day);
  if (end && end <= new Date()) throw datePast(field);
  return end;
}

/**
 * Changes a token's name and last day, even of an expired token (TOK-4). An unchanged last day may be in the past.
 * @throws NotFoundError also for another account's token; InvalidInputError; ConfirmationRequiredError for a token that is not to expire (TOK-12);
 * TokenConflictError; TooManyRequestsError
 */
export function saveToken(
  context: CallContext,
  name: Omit<TokenKey, 'accountId'>,
  { newExpirationDate, name: newName }: ParsedRequestOf<typeof endpoints.update>['body'],
): Promise<ProductToken> {
  return changeToken(context, name, async (transaction, before) => {
    if (before.disabledAt) throw tokenNotWorking();
    if (before.overlapEndsAt) throw tokenBeingReplaced();
    const hasNewEnd = newExpirationDate !== tokenLastDay(before.expiresAt);
    const expiresAt = hasNewEnd ? parseEnd('newExpirationDate', newExpirationDate) : before.expiresAt;
    if (hasNewEnd && expiresAt === null) checkConfirmed(context.session);
    const row = await updateToken(transaction, before.id, {
      name: newName ?? before.name,
      expiresAt,
      // A new last day is warned about again (TOK-9).
      ...(hasNewEnd && { warnings: [] }),
    });
    const changes = changesBetween(comparable(before), comparable(row), ['name', 'expirationDate']);
    return { row, event: { kind: 'productTokenChanged', detail: { changes } } };
  });
}

const comparable = ({ name, expiresAt }: TokenRow) => ({ name, expirationDate: tokenLastDay(expiresAt) });

/** Disables a token permanently. A disabled token is unchanged. @throws as `saveToken` */
export function disableToken(context: CallContext, name: Omit<TokenKey, 'accountId'>): Promise<ProductToken> {
  return changeToken(context, name, async (transaction, before) => {
    if (before.disabledAt) return { row: before };
    const row = await updateToken(transaction, before.id, { disabledReason: 'user' });
    return { row, event: { kind: 'productTokenDisabled', detail: {} } };
  });
}

/** Ends the overlap in which a replaced token works beside its successor (TOK-7). @throws as `saveToken` */
export function revokeReplacedToken(context: CallContext, name: Omit<TokenKey, 'accountId'>): Promise<ProductToken> {
  return changeToken(context, name, async (transaction, before) => {
    if (tokenState(before, new Date()) !== 'beingReplaced') throw tokenNotReplaced();
    const row = await updateToken(transaction, before.id, { overlapEndsAt: new Date() });
    return { row, event: { kind: 'productTokenOverlapEnded', detail: {} } };
  });
}

/** Deletes a token, which stops working. @throws NotFoundError also for another account's token; TooManyRequestsError */
export async function removeToken(
  context: CallContext,
  name: Omit<TokenKey, 'accountId'>,
): Promise<Record<never, never>> {
  const { database, accountId, audit, actor } = context;
  await changeLimit.take(database, accountId);
  await database.transaction(async (transaction) => {
    const row = await lockToken(transaction, { ...name, accountId });
    if (!row) throw new NotFoundError();
    await deleteToken(transaction, row.id);
    await audit.record({ ...actor, kind: 'productTokenDeleted', detail: tokenAuditDetail(row) }, transaction);
  });
  return {};
}

interface TokenChange {
  readonly row: TokenRow;
  /** Missing if nothing changed. */
  readonly event?: {
    readonly kind: 'productTokenChanged' | 'productTokenDisabled' | 'productTokenOverlapEnded';
    readonly detail: { readonly changes?: ReturnType<typeof changesBetween> };
  };
}

/** Changes one of the account's tokens under a lock, and records the event. */
async function changeToken(
  context: CallContext,
  name: Omit<TokenKey, 'accountId'>,
  change: (transaction: Queryable, before: TokenRow) => Promise<TokenChange>,
): Promise<ProductToken> {
  const { database, accountId, audit, actor } = context;
  await changeLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const before = await lockToken(transaction, { ...name, accountId });
    if (!before) throw new NotFoundError();
    const { row, event } = await change(transaction, before);
    if (event)
      await audit.record(
        { ...actor, kind: event.kind, detail: { ...tokenAuditDetail(before), ...event.detail } },
        transaction,
      );
    const [shown] = await present(context, transaction, [row]);
    return shown as ProductToken;
  });
}

/** The audit log's detail of a token (TOK-11). */
export function tokenAuditDetail({ id, prefix, name, tokenType, productId }: TokenRow) {
  return { productTokenId: id, prefix, name, productId, type: toTokenType(tokenType) };
}
