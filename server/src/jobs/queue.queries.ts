import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';

export interface NewJob {
  readonly name: string;
  readonly payload: object;
  readonly maxAttempts: number;
  readonly key: string | undefined;
  readonly runAt: Date | undefined;
  readonly queue: string | undefined;
}

/** Where the job of this key was begun in the very moment, the queue adds none at first: asked again, it does. */
export async function insertJob(transaction: Queryable, job: NewJob): Promise<void> {
  for (let id: unknown = null; id === null; ) {
    const { rows } = await transaction.execute(
      sql`select id from graphile_worker.add_job(${job.name}, payload := ${JSON.stringify(job.payload)}::json, queue_name := ${job.queue ?? null},
      run_at := ${job.runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${job.maxAttempts}, job_key := ${job.key ?? null})`,
    );
    id = rows[0]?.id ?? null;
  }
}
