import { createHmac } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/database.ts';
import { type AuditRow, auditInsertion, insertAuditEvent } from './audit.queries.ts';

/** What is kept. A new kind of event is a line here. */
type AuditKind =
  | 'signIn'
  | 'signInRefused'
  | 'signInBlocked'
  | 'signOut'
  | 'forbidden'
  | 'antiForgery'
  | 'purchaseBegun'
  | 'purchaseGivenUp'
  | 'purchaseSucceeded'
  | 'purchaseFailed'
  | 'purchaseAmountDiffered'
  | 'cardAdded'
  | 'cardMadeDefault'
  | 'cardDeleted'
  | 'deadEventsRetried'
  | 'mirrorRepairBegun'
  | 'subscriptionCanceled'
  | 'subscriptionRestored'
  | 'invoiceCollected'
  | 'userChanged';

export interface AuditEvent {
  readonly kind: AuditKind;
  readonly accountId?: number | null;
  /** As whom it was done, or to whom it happened. */
  readonly userId?: number | null;
  /** Who really did it; differs from `userId` while an operator acts as a customer. Null when nobody was known. */
  readonly realUserId?: number | null;
  /** Never a secret: no password, code, token or card number. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  /** IP address. */
  readonly address?: string | null;
  readonly requestId?: string | null;
}

/** An object, because modules carry it in their context, and tests replace it there. */
export interface Audit {
  /**
   * Appends one event. Give the transaction of the change that it tells of, so that there is never one without the other.
   * Time is the database's, UTC.
   */
  record(event: AuditEvent, query?: Queryable): Promise<void>;
  /** The same as a part of the statement that makes the change. */
  insertionOf(event: AuditEvent): SQL;
  /**
   * A stand-in for a name that belongs to nobody: people type passwords into the wrong field, so such a name is never kept.
   * The same name gives the same stand-in, which shows repeated tries.
   */
  conceal(name: string): string;
}

function rowOf({ kind, accountId, userId, realUserId, detail, address, requestId }: AuditEvent): AuditRow {
  return {
    kind,
    accountId: accountId ?? null,
    userId: userId ?? null,
    realUserId: realUserId ?? null,
    detail: detail ?? {},
    address: address ?? null,
    requestId: requestId ?? null,
  };
}

/** The append-only log of who did what, when and from where (AUD-1). */
export function createAudit({ database, appSecret }: { database: Database; appSecret: string }): Audit {
  return {
    record: (event, query = database.query) => insertAuditEvent(query, rowOf(event)),
    insertionOf: (event) => auditInsertion(rowOf(event)),
    conceal: (name) =>
      `unknown:${createHmac('sha256', `audit ${appSecret}`).update(name).digest('base64url').slice(0, 16)}`,
  };
}
