import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { executeInBatches, retentionBatch } from '../../core/db/in-batches.ts';
import { expiryOf, retention } from '../../core/db/retention.ts';
import { billingMailStart } from '../../core/db/schema/billing-recipients.gen.ts';

/** When the installation began to mail invoices. */
export async function findMailStart(on: Queryable): Promise<Date> {
  const [found] = await on.select({ at: billingMailStart.at }).from(billingMailStart);
  if (!found) throw new Error('billing_mail_start has no row');
  return found.at;
}

interface Claim {
  readonly objectId: string;
  readonly kind: 'invoice' | 'receipt' | 'refund' | 'creditNote';
  readonly accountId: number;
  /** As comparison keys. */
  readonly addresses: readonly string[];
}

/**
 * Claims the mails that were not queued before. Only one of several simultaneous callers claims a mail.
 * @returns the addresses of the claimed mails
 */
export async function claimMails(
  transaction: Queryable,
  { objectId, kind, accountId, addresses }: Claim,
): Promise<ReadonlySet<string>> {
  const { rows } = await transaction.execute<{ address: string }>(sql`
    insert into billing_mails (object_id, kind, address, account_id)
    select ${objectId}, ${kind}, address, ${accountId} from unnest(${sql.param([...addresses])}::text[]) as address
    on conflict do nothing returning address`);
  return new Set(rows.map(({ address }) => address));
}

/** Deletes the records of mailed invoices (RUN-20). Older documents are never mailed. @returns the number of rows */
export function deleteOldMails(on: Queryable, batch = retentionBatch): Promise<number> {
  return executeInBatches(
    on,
    batch,
    sql`delete from billing_mails where (object_id, kind, address) in (
      select object_id, kind, address from billing_mails
      where queued_at < ${expiryOf(retention.invoiceMail)} order by queued_at limit ${batch})`,
  );
}
