import type { ProductToken } from '@portico/contract';
import type { TokenRow } from './product-tokens.queries.ts';
import { tokenLastDay, tokenState, toTokenType } from './product-tokens.rules.ts';

/** Shown in place of the part of a token that is not stored. */
const hidden = '••••';

export interface TokenViewer {
  readonly now: Date;
  readonly names: ReadonlyMap<number, { readonly name: string }>;
}

/** A token as the account sees it, without its secret part (TOK-2). */
export function presentToken(row: TokenRow, { now, names }: TokenViewer): ProductToken {
  const { lastUsedAt, lastVersion, lastAddress, disabledAt, leakReport, createdBy } = row;
  return {
    tokenId: row.id,
    token: row.prefix + hidden,
    name: row.name,
    created: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    expirationDate: tokenLastDay(row.expiresAt),
    tokenType: toTokenType(row.tokenType),
    state: tokenState(row, now),
    overlapEnds: row.overlapEndsAt?.toISOString() ?? null,
    disabled: disabledAt && { at: disabledAt.toISOString(), leakReport },
    lastUse:
      lastUsedAt && lastAddress !== null
        ? { at: lastUsedAt.toISOString(), version: lastVersion, address: lastAddress }
        : null,
    createdBy: createdBy === null ? null : (names.get(createdBy)?.name ?? null),
  };
}
