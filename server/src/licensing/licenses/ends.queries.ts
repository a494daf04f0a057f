import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenses } from '../../core/db/schema/licenses.gen.ts';
import type { LicenseRow } from './licenses.queries.ts';

interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** Active, and not renewed by a subscription, so that it ends on its date. The index of ends has the same condition. */
const isUnrenewed: SQL = sql`${licenses.status} = 1 and ${licenses.subscriptionId} is null and ${licenses.expiresAt} is not null`;
const endsIn = ({ from, until }: Span) => and(gte(licenses.expiresAt, from), lt(licenses.expiresAt, until));

/** Licenses of all accounts that end in a span and are not renewed, the earliest end first. @param after the last row of the previous page */
export function listLicenseEndsAhead(
  on: Queryable,
  span: Span,
  limit: number,
  after?: Pick<LicenseRow, 'id' | 'expiresAt'>,
): Promise<LicenseRow[]> {
  return on
    .select()
    .from(licenses)
    .where(
      and(
        isUnrenewed,
        endsIn(span),
        after?.expiresAt
          ? sql`(${licenses.expiresAt}, ${licenses.id}) > (${after.expiresAt.toISOString()}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(licenses.expiresAt), asc(licenses.id))
    .limit(limit);
}

/** Licenses of one account that end in a span and are not renewed, the earliest end first. */
export function listLicenseEndsOfAccount(
  on: Queryable,
  accountId: number,
  span: Span,
  limit: number,
): Promise<LicenseRow[]> {
  return on
    .select()
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), isUnrenewed, endsIn(span)))
    .orderBy(asc(licenses.expiresAt), asc(licenses.id))
    .limit(limit);
}
