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

/** A fault that is set; `times` is how often it will still happen. */
export interface StandingFault extends Fault {
  id: string;
}

/** When this process last saw that nothing is to go wrong, in milliseconds since it started. Replaced when that changes. */
const seen = new WeakMap<Database, { noneAt: number }>();
/** For how long it takes that for granted: a fault that was set through another process is noticed as late. */
const FRESH = 1000;

const COLUMNS = 'id::text, kind, method, prefix, remaining as times, status, delay';
/** More faults than this are not listed. */
const MOST_LISTED = 200;

export async function addFault(database: Database, fault: Fault): Promise<StandingFault> {
  const { rows } = await database.query(
    `insert into faults (kind, method, prefix, remaining, status, delay) values ($1, $2, $3, $4, $5, $6)
     returning ${COLUMNS}`,
    [fault.kind, fault.method, fault.prefix, fault.times, fault.status, fault.delay],
  );
  seen.set(database, { noneAt: -Infinity });
  return rows[0];
}

/** What is still to go wrong, in the order in which it was set. */
export async function listFaults(database: Database): Promise<StandingFault[]> {
  const { rows } = await database.query(`select ${COLUMNS} from faults where remaining > 0 order by id limit $1`, [
    MOST_LISTED,
  ]);
  return rows;
}

/** False when there is no such fault, or it has happened as often as it was to. */
export async function removeFault(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query('delete from faults where id = $1 and remaining > 0', [id]);
  return rowCount === 1;
}

/** Uses up one occurrence of the oldest fault that fits, whichever process asks; null when nothing is to go wrong. */
export async function takeFault(
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
  // Of what was set while the question was under way this answer knows nothing: `known` is no longer looked at then.
  if (!is_any) known.noneAt = asked;
  return fault.kind === null ? null : fault;
}
