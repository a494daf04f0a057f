import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { productTokens } from '../../core/db/schema/product-tokens.gen.ts';
import { hashSecret } from '../../core/secrets.ts';
import { storedType, tokenEnd, tokenLastDay } from './product-tokens.rules.ts';
import { createTokenText, tokenPrefix } from './token-text.ts';

/** A token of the demo. Its text is unknown, so that it cannot be used. */
export interface DemoToken {
  readonly name: string;
  readonly type: 'Public' | 'Secret';
  readonly madeBy: 'owner' | 'admin';
  /** Days since it was created. */
  readonly madeDays: number;
  /** Days until its last day, negative if that is past; missing if it never ends. */
  readonly endsInDays?: number;
  /** Minutes since it was used; missing if it never was. */
  readonly use?: { readonly minutes: number; readonly version: string; readonly address: string };
  /** Hours until it stops working, if the token before it in the list replaced it. */
  readonly overlapHours?: number;
  readonly disabled?: { readonly days: number; readonly leakReport?: string };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface DemoAccount {
  readonly accountId: number;
  readonly productId: string;
  /** Ids of users. */
  readonly people: Readonly<Record<DemoToken['madeBy'], number>>;
  readonly now: Date;
}

/** Adds the demo's tokens of a product, in the caller's transaction, unless there are any. */
export async function addDemoTokens(
  on: Queryable,
  account: DemoAccount,
  demoTokens: readonly DemoToken[],
): Promise<void> {
  const { accountId, productId } = account;
  const isOfProduct = and(eq(productTokens.accountId, accountId), eq(productTokens.productId, productId));
  const known = await on.select({ id: productTokens.id }).from(productTokens).where(isOfProduct).limit(1);
  if (known.length > 0) return;
  let before: number | null = null;
  for (const token of demoTokens) {
    const [added]: { id: number }[] = await on
      .insert(productTokens)
      .values({ ...createRow(token, account), replacedBy: token.overlapHours === undefined ? null : before })
      .returning({ id: productTokens.id });
    before = added?.id ?? null;
  }
}

function createRow(
  { name, type, madeBy, madeDays, endsInDays, use, overlapHours, disabled }: DemoToken,
  { accountId, productId, people, now }: DemoAccount,
) {
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const text = createTokenText(type);
  const madeAt = at(-madeDays * day);
  return {
    accountId,
    productId,
    name,
    tokenType: storedType(type),
    prefix: tokenPrefix(text),
    tokenHash: hashSecret(text),
    expiresAt: endsInDays === undefined ? null : tokenEnd(tokenLastDay(at(endsInDays * day))),
    overlapEndsAt: overlapHours === undefined ? null : at(overlapHours * hour),
    disabledAt: disabled ? at(-disabled.days * day) : null,
    disabledReason: disabled ? (disabled.leakReport === undefined ? ('user' as const) : ('leaked' as const)) : null,
    leakReport: disabled?.leakReport ?? null,
    createdBy: people[madeBy],
    lastUsedAt: use ? at(-use.minutes * minute) : null,
    lastVersion: use?.version ?? null,
    lastAddress: use?.address ?? null,
    createdAt: madeAt,
    updatedAt: madeAt,
  };
}
