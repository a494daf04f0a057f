import type { Database } from './database.ts';

/** What goes wrong on purpose. `fail`, `drop` and `delay` befall API calls, the others deliveries of webhooks. */
export const FAULT_KINDS = ['delay', 'drop', 'fail', 'webhook_delay', 'webhook_duplicate', 'webhook_fail'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** Only calls with this method; any when null. */
  method: string | null;
  /** Only calls whose path starts like this, or events whose type does. */
  prefix: string;
  /** How many times it happens. */
  times: number;
  /** For `fail`: the status that is answered. */
  status: number;
  /** For delays, in milliseconds. */
  delay: number;
}

export async function addFault(database: Database, fault: Fault): Promise<void> {
  await database.query(
    `insert into faults (kind, method, prefix, remaining, status, delay) values ($1, $2, $3, $4, $5, $6)`,
    [fault.kind, fault.method, fault.prefix, fault.times, fault.status, fault.delay],
  );
}

/** Uses up one occurrence of the oldest fault that fits, whichever process asks; null when nothing is to go wrong. */
export async function takeFault(
  database: Database,
  kinds: FaultKind[],
  subject: { method?: string; name: string },
): Promise<Pick<Fault, 'kind' | 'status' | 'delay'> | null> {
  const { rows } = await database.query(
    `update faults set remaining = remaining - 1 where id = (
       select id from faults
       where remaining > 0 and kind = any($1) and starts_with($2, prefix) and (method is null or method = $3)
       order by id limit 1 for update skip locked
     ) returning kind, status, delay`,
    [kinds, subject.name, subject.method ?? null],
  );
  return rows[0] ?? null;
}
