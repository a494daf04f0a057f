import type { Database, Queryable } from '../../core/db/database.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { replaceIssues, type StripeClient } from '../../core/stripe/index.ts';
import { inSnapshot } from '../catalog.queries.ts';
import { formatPath, type Path } from '../file/paths.ts';
import type { ReadCatalog } from '../file/read-catalog-file.ts';
import { checkDefinition } from '../versions/check-definition.ts';
import { readPublished } from '../versions/published.ts';

interface ComparisonContext {
  readonly database: Database;
  readonly gateway: { readonly client: StripeClient };
}

const job = { name: 'catalog-compare-with-stripe', maxAttempts: 3 } as const;

/** Compares the published catalog with Stripe each night, and after Stripe refused a price (CAT-53). */
export function compareWithStripeJob(context: ComparisonContext): JobDefinition<object> {
  return { ...job, schedule: '41 3 * * *', run: () => compareWithStripe(context) };
}

/** Compares soon. Many requests at once are one comparison. */
export function compareWithStripeSoon(on: Queryable): Promise<void> {
  return enqueue(on, job, {}, { key: job.name });
}

/** Reports to operators which products, prices and coupons staff changed, archived or deleted at Stripe. */
async function compareWithStripe({ database, gateway }: ComparisonContext): Promise<void> {
  const catalog = await readCatalog(database);
  if (!catalog) return;
  const [{ diffCatalog }, { createCatalogGateway }, { describeStep }] = await loadApply();
  const { steps } = await diffCatalog({ database, gateway: createCatalogGateway(gateway.client), catalog });
  const found = steps.map(describeStep).map((reason) => ({ subject: reason, accountId: null, reason }));
  await replaceIssues(database.query, 'catalogDiffers', found);
}

/** Brings Stripe to the state of the published catalog again. @throws ApplyInProgressError, and the gateway's errors */
export async function correctStripe(context: ComparisonContext): Promise<void> {
  const { database, gateway } = context;
  const catalog = await readCatalog(database);
  if (!catalog) return;
  const [{ applyCatalog }, { createCatalogGateway }] = await loadApply();
  const prepareVersion = async () => undefined;
  await applyCatalog({ database, gateway: createCatalogGateway(gateway.client), catalog, prepareVersion });
  await compareWithStripe(context);
}

/** Loaded on demand, because a portal rarely applies a catalog. */
const loadApply = () =>
  Promise.all([
    import('./apply-catalog.ts'),
    import('../../core/stripe/calls/catalog-gateway.ts'),
    import('./report.ts'),
  ]);

/** The published catalog; undefined before the first version. */
async function readCatalog(database: Database): Promise<ReadCatalog | undefined> {
  const published = await inSnapshot(database, readPublished);
  const checked = published && (await checkDefinition(database, published.definition));
  if (!published || !checked || checked.problems) return undefined;
  const locate = (path: Path) => ({ file: '', line: 0, column: 0, field: formatPath(path), message: formatPath(path) });
  return { file: '', definition: checked.definition, written: published.definition, locate };
}
