import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Difference } from './compare.ts';

export type RunKind = 'backfill' | 'repair';

export interface Run {
  readonly id: number;
  readonly kind: RunKind;
  readonly state: 'running' | 'done' | 'failed';
  readonly since: Date | null;
  readonly startedAt: Date;
  /** Taken before the run's first listing. */
  readonly readingNumber: number;
}

export interface Step {
  readonly name: string;
  readonly cursor: string | null;
}

const runColumns = sql`id, kind, state, since, started_at as "startedAt", reading_number as "readingNumber"`;

/** Raw statements return times as text. */
function toRun(row: Record<string, unknown>): Run {
  const { since, startedAt, ...rest } = row as unknown as Run & { since: string | null; startedAt: string };
  return { ...rest, since: since === null ? null : new Date(since), startedAt: new Date(startedAt) };
}

export const runQueries = {
  /** Begins a run, unless one is running. @returns the new or the running one. */
  async begin(
    on: Queryable,
    run: {
      readonly kind: RunKind;
      readonly since: Date | null;
      readonly steps: readonly string[];
      readonly readingNumber: number;
    },
  ): Promise<{ run: Run; isNew: boolean }> {
    const { kind, since, steps, readingNumber } = run;
    const { rows } = await on.execute(
      sql`insert into stripe_mirror_runs (kind, since, reading_number) values (${kind}, ${since?.toISOString() ?? null}, ${readingNumber})
        on conflict (state) where state = 'running' do nothing returning ${runColumns}`,
    );
    const [made] = rows;
    if (!made) return { run: (await this.findRunning(on)) as Run, isNew: false };
    await on.execute(
      sql`insert into stripe_mirror_steps (run_id, name, position)
        select ${(made as { id: number }).id}, name, position from jsonb_array_elements_text(${JSON.stringify(steps)}::jsonb) with ordinality as given (name, position)`,
    );
    return { run: toRun(made), isNew: true };
  },

  async findRunning(on: Queryable): Promise<Run | undefined> {
    const { rows } = await on.execute(sql`select ${runColumns} from stripe_mirror_runs where state = 'running'`);
    return rows[0] && toRun(rows[0]);
  },

  async find(on: Queryable, id: number): Promise<Run | undefined> {
    const { rows } = await on.execute(sql`select ${runColumns} from stripe_mirror_runs where id = ${id}`);
    return rows[0] && toRun(rows[0]);
  },

  /** Whether a backfill was completed. */
  async hasBackfilled(on: Queryable): Promise<boolean> {
    const { rows } = await on.execute(
      sql`select 1 from stripe_mirror_runs where kind = 'backfill' and state = 'done' limit 1`,
    );
    return rows.length > 0;
  },

  async findNextStep(on: Queryable, runId: number): Promise<Step | undefined> {
    const { rows } = await on.execute(
      sql`select name, cursor from stripe_mirror_steps where run_id = ${runId} and finished_at is null order by position limit 1`,
    );
    return rows[0] as Step | undefined;
  },

  /**
   * Stores the progress of a step.
   * @returns false if another process has already stored this page and advanced the step.
   */
  async moveStep(
    on: Queryable,
    runId: number,
    step: Step,
    { next, listed, changed }: { next: string | null; listed: number; changed: number },
  ): Promise<boolean> {
    const { rowCount } = await on.execute(
      sql`update stripe_mirror_steps set cursor = ${next}, listed = listed + ${listed}, changed = changed + ${changed},
          started_at = coalesce(started_at, now()), finished_at = case when ${next}::text is null then now() end
        where run_id = ${runId} and name = ${step.name} and cursor is not distinct from ${step.cursor} and finished_at is null`,
    );
    return rowCount === 1;
  },

  /** Restarts a step at its first page. */
  async restartStep(on: Queryable, runId: number, name: string): Promise<void> {
    await on.execute(sql`update stripe_mirror_steps set cursor = null where run_id = ${runId} and name = ${name}`);
  },

  /** Changes that a waiting event covers do not count as differences, because the event would have applied them. */
  async addDifferences(on: Queryable, runId: number, differences: readonly Difference[]): Promise<void> {
    if (differences.length === 0) return;
    await on.execute(
      sql`insert into stripe_mirror_differences (run_id, object_type, object_id, customer_id, kind, fields)
        select ${runId}, type, id, "customerId", kind, fields
        from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as given (type text, id text, "customerId" text, kind text, fields text[])
        where not exists (select from stripe_events where object_id = given.id and applied_at is null and failed_at is null)`,
    );
  },

  async finish(on: Queryable, runId: number, state: 'done' | 'failed', error: string | null): Promise<void> {
    await on.execute(
      sql`update stripe_mirror_runs set state = ${state}, finished_at = now(), error = ${error},
          differences = (select count(*) from stripe_mirror_differences where run_id = ${runId})
        where id = ${runId} and state = 'running'`,
    );
  },

  async noteError(on: Queryable, runId: number, error: string): Promise<void> {
    await on.execute(sql`update stripe_mirror_runs set error = ${error} where id = ${runId} and state = 'running'`);
  },

  /** Deletes old runs with their differences. */
  async purge(on: Queryable, before: Date): Promise<void> {
    await on.execute(
      sql`delete from stripe_mirror_runs where kind = 'repair' and id < (select max(id) from stripe_mirror_runs) and finished_at < ${before.toISOString()}`,
    );
  },
};
