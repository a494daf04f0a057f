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

export async function insertJob(transaction: Queryable, job: NewJob): Promise<void> {
  await transaction.execute(
    sql`select graphile_worker.add_job(${job.name}, payload := ${JSON.stringify(job.payload)}::json, queue_name := ${job.queue ?? null},
      run_at := ${job.runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${job.maxAttempts}, job_key := ${job.key ?? null})`,
  );
}
