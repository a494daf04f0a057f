import type { SsoTest, SsoTestSummary } from '@portico/contract';
import { findNamedUsers } from '../../accounts/index.ts';
import { nameProduct } from '../../catalog/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import type { TestRow } from './tests.queries.ts';
import { type StoredPerson, type StoredStep, storedPerson, storedSteps } from './tests.schema.ts';

type Context = Pick<SingleSignOnContext, 'database' | 'catalog'> & Pick<RequestContext, 'locale'>;

export async function presentTest(context: Context, row: TestRow): Promise<SsoTest> {
  const steps = presentSteps(row);
  const person = storedPerson.nullable().parse(row.person);
  const names = await findStarterNames(context, [row]);
  return {
    id: row.id,
    state: row.state,
    startedAt: row.startedAt.toISOString(),
    startedBy: names(row),
    tookMilliseconds: totalMilliseconds(steps),
    revision: row.revision,
    steps,
    person: person && (await presentPerson(context, person)),
  };
}

export async function presentSummaries(context: Context, rows: readonly TestRow[]): Promise<SsoTestSummary[]> {
  const names = await findStarterNames(context, rows);
  return rows.map((row) => {
    const failed = presentSteps(row).find(({ state }) => state === 'failed');
    return {
      id: row.id,
      state: row.state,
      startedAt: row.startedAt.toISOString(),
      startedBy: names(row),
      failedStep: failed?.step ?? null,
      failure: failed?.failure ?? null,
    };
  });
}

/** A person with product names in the reader's language. */
export async function presentPerson(
  { catalog, locale }: Pick<Context, 'catalog' | 'locale'>,
  { kind, email, name, role, productIds }: StoredPerson,
): Promise<NonNullable<SsoTest['person']>> {
  const products = await catalog.findProducts();
  const named = productIds.map((id) => nameProduct(products, id, locale));
  return { kind, email, name, role, products: named.sort((one, other) => one.localeCompare(other, locale)) };
}

/** The current steps. In an expired test, the running step counts as failed. */
function presentSteps(row: Pick<TestRow, 'state' | 'steps'>): StoredStep[] {
  const steps = storedSteps.parse(row.steps);
  if (row.state !== 'gone') return steps;
  return steps.map((step) =>
    step.state === 'waiting' || step.state === 'running' ? { ...step, state: 'failed', failure: 'gone' } : step,
  );
}

function totalMilliseconds(steps: readonly StoredStep[]): number | null {
  const taken = steps.flatMap(({ tookMilliseconds }) => (tookMilliseconds === null ? [] : [tookMilliseconds]));
  return taken.length === 0 ? null : taken.reduce((sum, milliseconds) => sum + milliseconds, 0);
}

/** Finds the names of the users who began tests; empty for a deleted user. */
async function findStarterNames({ database }: Context, rows: readonly TestRow[]): Promise<(row: TestRow) => string> {
  const ids = [...new Set(rows.flatMap(({ startedBy }) => (startedBy === null ? [] : [startedBy])))];
  const named = await findNamedUsers(database.query, ids);
  return ({ startedBy }) => (startedBy === null ? '' : (named.get(startedBy)?.name ?? ''));
}
