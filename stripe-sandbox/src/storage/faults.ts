import type { Database } from './database.ts';

/** The kinds of injected faults. `fail`, `drop` and `delay` apply to API calls, the others to webhook deliveries. */
export const FAULT_KINDS = ['delay', 'drop', 'fail', 'webhook_delay', 'webhook_duplicate', 'webhook_fail'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** Only calls with this method. Null for any. */
  method: string | null;
  /** Only calls whose path, or events whose type, starts with this. */
  prefix: string;
  /** The number of occurrences. */
  times: number;
  /** For `fail`: the status of the answer. */
  status: number;
  /** For delays, in milliseconds. */
  delay: number;
}

/** An active fault. `times` is the number of remaining occurrences. */
export interface StandingFault extends Fault {
  id: string;
}

/** When this process last read that no fault is active, in milliseconds since its start. Replaced on every change. */
const seen = new WeakMap<Database, { noneAt: number }>();
/** How long this knowledge is trusted. Faults from another process take effect with this delay. */
const FRESH = 1000;

const COLUMNS = 'id::text, kind, method, prefix, remaining as times, status, delay';
/** Maximum number of listed faults. */
const MAX_LISTED = 200;

export async function addFault(database: Database, fault: Fault): Promise<StandingFault> {
  const { rows } = await database.query(
    `insert into faults (kind, method, prefix, remaining, status, delay) values ($1, $2, $3, $4, $5, $6)
     returning ${COLUMNS}`,
    [fault.kind, fault.method, fault.prefix, fault.times, fault.status, fault.delay],
  );
  seen.set(database, { noneAt: -Infinity });
  return rows[0];
}

/** The active faults in order of creation. */
export async function listFaults(database: Database): Promise<StandingFault[]> {
  const { rows } = await database.query(`select ${COLUMNS} from faults where remaining > 0 order by id limit $1`, [
    MAX_LISTED,
  ]);
  return rows;
}

/** Returns false when the fault is unknown or has no occurrences left. */
export async function removeFault(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query('delete from faults where id = $1 and remaining > 0', [id]);
  return rowCount === 1;
}

/** Uses up one occurrence of the oldest matching fault, across processes. Null if no fault matches. */
export async function consumeFault(
  database: Database,
  kinds: FaultKind[],
  subject: { method?: string; name: string },
): Promise<Pick<Fault, 'kind' | 'status' | 'delay'> | null> {
  const asked = performance.now();
  const known = seen.get(database) ?? { noneAt: -Infinity };
  if (asked - known.noneAt < FRESH) return null;
  seen.set(database, known);
  const { rows } = await database.query({
    name: 'take fault',
    text: `with taken as (
             update faults set remaining = remaining - 1 where id = (
               select id from faults
               where remaining > 0 and kind = any($1) and starts_with($2, prefix) and (method is null or method = $3)
               order by id limit 1 for update skip locked
             ) returning kind, status, delay
           )
           select kind, status, delay, exists (select from faults where remaining > 0) as is_any
           from (select) one left join taken on true`,
    values: [kinds, subject.name, subject.method ?? null],
  });
  const { is_any, ...fault } = rows[0];
  // A fault created during the query may be missing from its answer. `known` was replaced then, so this has no effect.
  if (!is_any) known.noneAt = asked;
  return fault.kind === null ? null : fault;
}
