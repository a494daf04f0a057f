import {
  type productTokens as endpoints,
  maxProductTokens,
  type ParsedRequestOf,
  type ProductToken,
} from '@portico/contract';
import { lockAccount } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { checkConfirmed } from '../../core/http/access.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { hashSecret } from '../../core/secrets.ts';
import { productNotHeld, tokenBeingReplaced, tokenNotWorking, tooManyTokens } from './product-tokens.errors.ts';
import {
  countTokens,
  insertToken,
  lockToken,
  type NewTokenRow,
  type TokenKey,
  type TokenRow,
  updateToken,
} from './product-tokens.queries.ts';
import { overlapEnd, storedType, tokenState, toTokenType } from './product-tokens.rules.ts';
import { type CallContext, getTokenProduct, parseEnd, present, tokenAuditDetail } from './product-tokens.service.ts';
import { createTokenText, tokenPrefix } from './token-text.ts';

/** The maximum number of tokens that an account may create per hour (TOK-3). */
const creationLimit = defineLimit('product-token-make', 30, 60 * 60);

/** The maximum number of tries to find an unused prefix. A prefix is taken once in 57 billion tries. */
const maxDraws = 5;

/**
 * Creates a token (TOK-2).
 * @returns the token with its whole text, which no other answer contains
 * @throws NotFoundError if the product is unknown or disabled; InvalidInputError; ConfirmationRequiredError (TOK-12); TokenConflictError; TooManyRequestsError
 */
export async function addToken(
  context: CallContext,
  productId: string,
  { expirationDate, tokenType, name }: ParsedRequestOf<typeof endpoints.add>['body'],
): Promise<ProductToken> {
  const { database, accountId, session, audit, actor } = context;
  const expiresAt = parseEnd('expirationDate', expirationDate);
  if (tokenType === 'Secret' || expiresAt === null) checkConfirmed(session);
  await assertMayAdd(context, productId);
  await creationLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const created = await createToken(context, transaction, {
      productId,
      name,
      tokenType: storedType(tokenType),
      expiresAt,
    });
    await audit.record({ ...actor, kind: 'productTokenAdded', detail: tokenAuditDetail(created.row) }, transaction);
    return presentCreated(context, transaction, created);
  });
}

/**
 * Replaces a working token by a new one of the same type. Both work until the overlap ends (TOK-7).
 * @returns the new token with its whole text
 * @throws NotFoundError also for another account's token; InvalidInputError; ConfirmationRequiredError (TOK-12); TokenConflictError if the token does not
 * work or was replaced; TooManyRequestsError
 */
export async function replaceToken(
  context: CallContext,
  { productId, tokenId }: Omit<TokenKey, 'accountId'>,
  { overlapHours, expirationDate, name }: ParsedRequestOf<typeof endpoints.replace>['body'],
): Promise<ProductToken> {
  const { database, accountId, session, audit, actor } = context;
  await creationLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const now = new Date();
    const before = await lockToken(transaction, { accountId, productId, tokenId });
    if (!before) throw new NotFoundError();
    assertReplaceable(before, now);
    const expiresAt = parseEnd('expirationDate', expirationDate);
    if (toTokenType(before.tokenType) === 'Secret' || expiresAt === null) checkConfirmed(session);
    const created = await createToken(context, transaction, {
      productId,
      name: name ?? before.name,
      tokenType: before.tokenType,
      expiresAt,
    });
    const overlapEndsAt = overlapEnd(before, overlapHours, now);
    await updateToken(transaction, before.id, { replacedBy: created.row.id, overlapEndsAt });
    const detail = { ...tokenAuditDetail(before), newPrefix: created.row.prefix, overlapHours };
    await audit.record({ ...actor, kind: 'productTokenReplaced', detail }, transaction);
    return presentCreated(context, transaction, created);
  });
}

function assertReplaceable(row: TokenRow, now: Date): void {
  const state = tokenState(row, now);
  if (state === 'beingReplaced') throw tokenBeingReplaced();
  if (state === 'disabled' || state === 'expired') throw tokenNotWorking();
}

/** @throws NotFoundError if the product is unknown or disabled; TokenConflictError if the account never had it (TOK-3) */
async function assertMayAdd(context: CallContext, productId: string): Promise<void> {
  const { isHeld, isDisabled } = await getTokenProduct(context, productId);
  if (isDisabled) throw new NotFoundError();
  if (!isHeld) throw productNotHeld();
}

interface CreatedToken {
  readonly row: TokenRow;
  readonly token: string;
}

/** Stores a new token. Locks the account, so that concurrent requests cannot exceed the maximum. @throws TokenConflictError if the account has the maximum */
async function createToken(
  { accountId, actor }: Pick<CallContext, 'accountId' | 'actor'>,
  transaction: Queryable,
  values: Pick<NewTokenRow, 'productId' | 'name' | 'tokenType' | 'expiresAt'>,
): Promise<CreatedToken> {
  await lockAccount(transaction, accountId);
  if ((await countTokens(transaction, { accountId, productId: values.productId })) >= maxProductTokens)
    throw tooManyTokens();
  for (let draw = 1; draw <= maxDraws; draw += 1) {
    const token = createTokenText(toTokenType(values.tokenType));
    const row = await insertToken(transaction, {
      ...values,
      accountId,
      prefix: tokenPrefix(token),
      tokenHash: hashSecret(token),
      createdBy: actor.userId,
    });
    if (row) return { row, token };
  }
  throw new Error('No unused prefix for a product token was found');
}

/** The only answer with a whole token (TOK-2). */
async function presentCreated(
  context: CallContext,
  transaction: Queryable,
  { row, token }: CreatedToken,
): Promise<ProductToken> {
  const [shown] = await present(context, transaction, [row]);
  return { ...(shown as ProductToken), token };
}
