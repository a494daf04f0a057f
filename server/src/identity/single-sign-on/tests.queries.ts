import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoTests } from '../../core/db/schema/single-sign-on.gen.ts';
import { maxReturnSeconds, maxTests, type StoredPerson, type StoredStep } from './tests.schema.ts';

/** A test without a return in time counts as over (SSO-51). This is computed from its start, so it needs no job. */
const state = sql<typeof ssoTests.$inferSelect.state>`
  case when ${ssoTests.state} in ('running', 'waiting')
        and ${ssoTests.startedAt} < now() - make_interval(secs => ${maxReturnSeconds}) then 'gone'
       else ${ssoTests.state} end`;

const columns = {
  id: ssoTests.id,
  startedBy: ssoTests.startedBy,
  startedAt: ssoTests.startedAt,
  revision: ssoTests.revision,
  state,
  steps: ssoTests.steps,
  person: ssoTests.person,
};

export type TestRow = NonNullable<Awaited<ReturnType<typeof findTest>>>;

/** The newest tests of a provider, the newest first. */
export function listTests(on: Queryable, providerId: number) {
  return on
    .select(columns)
    .from(ssoTests)
    .where(eq(ssoTests.providerId, providerId))
    .orderBy(desc(ssoTests.id))
    .limit(maxTests);
}

export async function findTest(on: Queryable, providerId: number, id: number) {
  const [found] = await on
    .select(columns)
    .from(ssoTests)
    .where(and(eq(ssoTests.providerId, providerId), eq(ssoTests.id, id)));
  return found;
}

/** Inserts a test, and deletes all but the provider's newest tests (SSO-52). */
export async function insertTest(
  transaction: Queryable,
  test: { readonly providerId: number; readonly startedBy: number; readonly revision: number },
  steps: readonly StoredStep[],
): Promise<number> {
  const [added] = await transaction
    .insert(ssoTests)
    .values({ ...test, steps })
    .returning({ id: ssoTests.id });
  await transaction.execute(sql`
    delete from ${ssoTests} where id = any(array(
      select id from ${ssoTests} where provider_id = ${test.providerId} order by id desc offset ${maxTests} limit 100))`);
  return (added as { id: number }).id;
}

export interface TestProgress {
  readonly state: 'waiting' | 'passed' | 'failed';
  readonly steps: readonly StoredStep[];
  readonly person: StoredPerson | null;
}

/** Stores the progress of a running test. @returns false if it is over, for example because its provider was deleted */
export async function updateRunning(
  on: Queryable,
  id: number,
  { state, steps, person }: TestProgress,
): Promise<boolean> {
  const updated = await on
    .update(ssoTests)
    .set({ state, steps, person })
    .where(and(eq(ssoTests.id, id), eq(ssoTests.state, 'running')))
    .returning({ id: ssoTests.id });
  return updated.length > 0;
}

/** Stores the steps of a running test. */
export async function updateSteps(on: Queryable, id: number, steps: readonly StoredStep[]): Promise<void> {
  await on
    .update(ssoTests)
    .set({ steps })
    .where(and(eq(ssoTests.id, id), eq(ssoTests.state, 'running')));
}

/** Resumes a waiting test, once; undefined if it no longer waits. */
export async function resumeWaitingTest(on: Queryable, providerId: number, id: number) {
  const isInTime = sql`${ssoTests.startedAt} >= now() - make_interval(secs => ${maxReturnSeconds})`;
  const [taken] = await on
    .update(ssoTests)
    .set({ state: 'running' })
    .where(and(eq(ssoTests.providerId, providerId), eq(ssoTests.id, id), eq(ssoTests.state, 'waiting'), isInTime))
    .returning({ revision: ssoTests.revision, steps: ssoTests.steps });
  return taken;
}
