import type { Logger } from 'pino';
import { z } from 'zod';
import type { Audit, AuditEvent } from '../../accounts/index.ts';
import { type Database, isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { NotFoundError, UnavailableError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { type Attempt, enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { isFinal, type StripeClient } from '../../core/stripe/index.ts';
import { CatalogConflictError, PublicationInProgressError } from '../catalog.errors.ts';
import { deletePublishedDrafts } from '../drafts/drafts.queries.ts';
import type { Written } from '../file/canonical.ts';
import { formatPath, type Path } from '../file/paths.ts';
import { checkDefinition } from './check-definition.ts';
import {
  findNewestId,
  findVersion,
  hasSalesToEnd,
  insertVersionInProgress,
  markFailed,
  markInProgressAgain,
  markPublished,
  type Version,
  type VersionFailure,
} from './versions.queries.ts';

export interface PublishingContext {
  readonly database: Database;
  readonly gateway: { readonly client: StripeClient };
  readonly audit: Audit;
  readonly logger: Logger;
}

/** A definition to publish. */
export interface Publication {
  /** Canonical and checked. */
  readonly definition: Written;
  /** The version that it is based on. */
  readonly basedOn: number;
  readonly event: Pick<AuditEvent, 'kind' | 'detail'>;
  /** Stores more in the transaction that starts the publication. */
  readonly inSameTransaction?: (transaction: Queryable, version: number) => Promise<void>;
}

export interface PublicationState {
  readonly version: number;
  readonly status: 'published' | 'pending' | 'failed';
}

const payload = z.object({ version: z.int() });
const job = { name: 'catalog-publish', maxAttempts: 25 };
/** How long a request may take before the worker resumes its publication. */
const resumeAfterMilliseconds = 10_000;

/** Resumes publications after Stripe was unreachable or a process was killed, until the last try (CAT-47). */
export function publishJob(context: PublishingContext): JobDefinition<z.input<typeof payload>> {
  return {
    ...job,
    run: async (input, attempt) => {
      await performPublication(context, payload.parse(input).version, attempt);
    },
  };
}

type PublisherContext = PublishingContext & Pick<RequestContext, 'actor' | 'session'>;

/**
 * Publishes a definition: Stripe gets new objects, then one transaction shows the whole catalog, then Stripe stops selling what was replaced. If
 * Stripe does not answer, a job retries; until then customers see the former catalog.
 * @throws PublicationInProgressError; CatalogConflictError if another version was published since
 */
export async function publish(
  context: PublisherContext,
  { definition, basedOn, event, inSameTransaction: alongside }: Publication,
): Promise<PublicationState> {
  const { database, actor, session } = context;
  const version = await withoutConcurrentPublication(() =>
    database.transaction(async (transaction) => {
      if ((await findNewestId(transaction)) !== basedOn) throw new CatalogConflictError('overtaken');
      const id = await insertVersionInProgress(transaction, {
        definition,
        basedOn,
        publishedBy: session.user.id,
        event: { ...actor, ...event },
      });
      await alongside?.(transaction, id);
      await enqueuePublication(context, transaction, id);
      return id;
    }),
  );
  return tryPublication(context, version);
}

/**
 * Retries a version that waits for Stripe, or that failed and is still based on the published one.
 * @throws NotFoundError; CatalogConflictError if it is published, or another version was published since; PublicationInProgressError
 */
export async function retryPublication(context: PublisherContext, id: number): Promise<PublicationState> {
  const { database } = context;
  await withoutConcurrentPublication(() =>
    database.transaction(async (transaction) => {
      const version = await findVersion(transaction, id);
      if (!version) throw new NotFoundError();
      if (version.publishedAt) throw new CatalogConflictError('notWaiting');
      if ((await findNewestId(transaction)) !== version.basedOn) throw new CatalogConflictError('overtaken');
      await markInProgressAgain(transaction, id);
      await enqueuePublication(context, transaction, id);
    }),
  );
  return tryPublication(context, id);
}

/** Abandons a version that waits for Stripe, so that another one can be published. @throws NotFoundError; CatalogConflictError if it does not wait */
export async function abandonPublication({ database, audit, actor }: PublisherContext, id: number): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await findVersion(transaction, id))) throw new NotFoundError();
    if (!(await markFailed(transaction, id, { reason: 'givenUp' }, new Date()))) {
      throw new CatalogConflictError('notWaiting');
    }
    await audit.record({ ...actor, kind: 'catalogPublishGivenUp', detail: { version: id } }, transaction);
  });
}

/** Records the request to publish, and enqueues the job that resumes it. */
async function enqueuePublication(
  { audit, actor }: PublisherContext,
  transaction: Queryable,
  version: number,
): Promise<void> {
  await audit.record({ ...actor, kind: 'catalogPublishAsked', detail: { version } }, transaction);
  const runAt = new Date(Date.now() + resumeAfterMilliseconds);
  await enqueue(transaction, job, { version }, { runAt, key: `${job.name} ${version}` });
}

async function tryPublication(context: PublishingContext, version: number): Promise<PublicationState> {
  try {
    return { version, status: await performPublication(context, version, { isLast: false }) };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    context.logger.warn({ err: error, version }, 'a version of the catalog waits for the worker');
    return { version, status: 'pending' };
  }
}

/** @throws UnavailableError if it must be retried */
async function performPublication(
  context: PublishingContext,
  id: number,
  { isLast }: Attempt,
): Promise<PublicationState['status']> {
  const { database } = context;
  const version = await findVersion(database.query, id);
  if (!version || version.failedAt) return 'failed';
  if (version.publishedAt && !(await hasSalesToEnd(database.query))) return 'published';
  try {
    await applyVersion(context, version);
    return 'published';
  } catch (error) {
    const now = await findVersion(database.query, id);
    // The rows are written; only the replaced Stripe objects still have to be deactivated.
    if (now?.publishedAt) throw toUnavailable(error);
    if (!now || now.failedAt) return 'failed';
    const why = findFailure(error) ?? (isLast ? ({ reason: 'unavailable' } as const) : undefined);
    if (!why) throw toUnavailable(error);
    context.logger.warn({ err: error, version: id }, 'a version of the catalog was not published');
    await recordFailure(context, version, why);
    return 'failed';
  }
}

async function recordFailure(
  { database, audit }: PublishingContext,
  version: Version,
  why: VersionFailure,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await markFailed(transaction, version.id, why, new Date()))) return;
    const error = why.reason === 'refused' ? why.message : why.reason === 'invalid' ? why.field : why.reason;
    const detail = { version: version.id, error };
    await audit.record({ ...version.event, kind: 'catalogPublishFailed', detail }, transaction);
  });
}

class OvertakenError extends Error {}

class InvalidVersionError extends Error {}

class AbandonedError extends Error {}

async function applyVersion(
  { database, gateway, audit }: PublishingContext,
  { id, definition, basedOn, publishedAt, event }: Version,
): Promise<void> {
  // Loaded on demand, because a portal rarely publishes.
  const [{ applyCatalog }, { createCatalogGateway }] = await Promise.all([
    import('../apply/apply-catalog.ts'),
    import('../../core/stripe/calls/catalog-gateway.ts'),
  ]);
  const checked = await checkDefinition(database, definition);
  if (checked.problems) throw new InvalidVersionError(checked.problems[0]?.place);
  const catalog = {
    file: '',
    definition: checked.definition,
    written: definition,
    locate: (path: Path) => ({ file: '', line: 0, column: 0, field: formatPath(path), message: formatPath(path) }),
  };
  await applyCatalog({
    database,
    gateway: createCatalogGateway(gateway.client),
    catalog,
    comparesAll: false,
    prepareVersion: async () => {
      const newest = await findNewestId(database.query);
      if (newest !== (publishedAt ? id : basedOn)) throw new OvertakenError();
      if (publishedAt) return undefined;
      return async (transaction, summary, at) => {
        if (!(await markPublished(transaction, id, summary, at))) throw new AbandonedError();
        if (event) await audit.record({ ...event, detail: { ...event.detail, version: id } }, transaction);
        await deletePublishedDrafts(transaction, id);
      };
    },
  });
}

/** Why a version can never be published; undefined if a retry may succeed. */
function findFailure(error: unknown): VersionFailure | undefined {
  if (error instanceof OvertakenError) return { reason: 'overtaken' };
  if (error instanceof InvalidVersionError) return { reason: 'invalid', field: error.message };
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'CatalogFileError') return { reason: 'invalid', field: error.message };
  const isRefused =
    error.name === 'PromotionCodeTakenError' || (isFinal(error) && !(error instanceof UnavailableError));
  return isRefused ? { reason: 'refused', message: error.message } : undefined;
}

function toUnavailable(error: unknown): unknown {
  const isBusy = error instanceof Error && error.name === 'ApplyUnderWayError';
  return isBusy ? new UnavailableError('problem.busy', error) : error;
}

async function withoutConcurrentPublication<Result>(begin: () => Promise<Result>): Promise<Result> {
  try {
    return await begin();
  } catch (error) {
    if (isUniqueViolation(error, 'catalog_versions_under_way_key')) throw new PublicationInProgressError();
    throw error;
  }
}
