import type { Logger } from 'pino';
import { z } from 'zod';
import { type Database, isUniqueViolation, type Queryable } from '../../../db/database.ts';
import { UnavailableError } from '../../../http/app-error.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import { enqueue, type JobDefinition } from '../../../jobs/queue.ts';
import { isFinal, type StripeClient } from '../../../stripe/index.ts';
import type { Audit, AuditEvent } from '../../audit/index.ts';
import { CatalogConflictError, PublishingUnderWayError } from '../catalog.errors.ts';
import { deleteDraftsOf } from '../drafts/drafts.queries.ts';
import type { Written } from '../file/canonical.ts';
import { fieldOf, type Path } from '../file/paths.ts';
import { checkDefinition } from './checked.ts';
import {
  findNewestId,
  findVersion,
  hasEndingsLeft,
  insertUnderWay,
  markFailed,
  markPublished,
  type VersionFailure,
} from './versions.queries.ts';

export interface PublishingContext {
  readonly database: Database;
  readonly gateway: { readonly client: StripeClient };
  readonly audit: Audit;
  readonly logger: Logger;
}

/** A definition to be published. */
export interface Publication {
  /** Canonical and checked. */
  readonly definition: Written;
  /** The version that it was made from. */
  readonly basedOn: number;
  readonly event: Pick<AuditEvent, 'kind' | 'detail'>;
  /** What else the transaction stores that begins it. */
  readonly alongside?: (transaction: Queryable, version: number) => Promise<void>;
}

export interface PublicationState {
  readonly version: number;
  readonly status: 'published' | 'pending' | 'failed';
}

const payload = z.object({ version: z.int() });
const job = { name: 'catalog-publish', maxAttempts: 25 };
/** Time that a request has before the worker goes on with what it began. */
const resumeAfterMilliseconds = 10_000;

/** Goes on with publishing where Stripe was away or a process was killed (CAT-47). */
export function publishJob(context: PublishingContext): JobDefinition<z.input<typeof payload>> {
  return {
    ...job,
    run: async (input) => {
      await performPublication(context, payload.parse(input).version);
    },
  };
}

/**
 * Publishes a definition: Stripe gets new objects, then one transaction shows the whole catalog, then Stripe stops selling what was replaced. What Stripe
 * does not answer, a job repeats; until then customers see the former catalog.
 * @throws PublishingUnderWayError; CatalogConflictError where another version was published since.
 */
export async function publish(
  context: PublishingContext & Pick<RequestContext, 'actor' | 'session'>,
  { definition, basedOn, event, alongside }: Publication,
): Promise<PublicationState> {
  const { database, audit, actor, session } = context;
  const version = await refusingASecond(() =>
    database.transaction(async (transaction) => {
      if ((await findNewestId(transaction)) !== basedOn) throw new CatalogConflictError('overtaken');
      const id = await insertUnderWay(transaction, { definition, basedOn, publishedBy: session.user.id });
      await alongside?.(transaction, id);
      const detail = { ...event.detail, version: id };
      await audit.record({ ...actor, kind: event.kind, detail }, transaction);
      const runAt = new Date(Date.now() + resumeAfterMilliseconds);
      await enqueue(transaction, job, { version: id }, { runAt });
      return id;
    }),
  );
  try {
    return { version, status: await performPublication(context, version) };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    context.logger.warn({ err: error, version }, 'a version of the catalog is left to the worker');
    return { version, status: 'pending' };
  }
}

/** @throws UnavailableError where it has to be tried again */
async function performPublication(context: PublishingContext, id: number): Promise<PublicationState['status']> {
  const { database } = context;
  const version = await findVersion(database.query, id);
  if (!version || version.failedAt) return 'failed';
  if (version.publishedAt && !(await hasEndingsLeft(database.query))) return 'published';
  try {
    await applyVersion(context, version);
    return 'published';
  } catch (error) {
    // Its rows are there: what is left is to stop selling what was replaced.
    if ((await findVersion(database.query, id))?.publishedAt) throw toUnavailable(error);
    const why = failureOf(error);
    if (!why) throw toUnavailable(error);
    context.logger.warn({ err: error, version: id }, 'a version of the catalog was not published');
    await markFailed(database.query, id, why, new Date());
    return 'failed';
  }
}

class OvertakenError extends Error {}

class InvalidVersionError extends Error {}

async function applyVersion(
  { database, gateway }: PublishingContext,
  { id, definition, basedOn, publishedAt }: NonNullable<Awaited<ReturnType<typeof findVersion>>>,
): Promise<void> {
  // Loaded here, because a portal publishes seldom.
  const [{ applyCatalog }, { createCatalogGateway }] = await Promise.all([
    import('../apply/apply-catalog.ts'),
    import('../../../stripe/calls/catalog-gateway.ts'),
  ]);
  const checked = await checkDefinition(database, definition);
  if (checked.problems) throw new InvalidVersionError(checked.problems[0]?.place);
  const catalog = {
    file: '',
    definition: checked.definition,
    written: definition,
    locate: (path: Path) => ({ file: '', line: 0, column: 0, field: fieldOf(path), message: fieldOf(path) }),
  };
  await applyCatalog({
    database,
    gateway: createCatalogGateway(gateway.client),
    catalog,
    mends: false,
    versionToKeep: async () => {
      const newest = await findNewestId(database.query);
      if (newest !== (publishedAt ? id : basedOn)) throw new OvertakenError();
      if (publishedAt) return undefined;
      return async (transaction, summary, at) => {
        await markPublished(transaction, id, summary, at);
        await deleteDraftsOf(transaction, id);
      };
    },
  });
}

/** Why a version will never be published; undefined where it may be later. */
function failureOf(error: unknown): VersionFailure | undefined {
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

async function refusingASecond<Result>(begin: () => Promise<Result>): Promise<Result> {
  try {
    return await begin();
  } catch (error) {
    if (isUniqueViolation(error, 'catalog_versions_under_way_key')) throw new PublishingUnderWayError();
    throw error;
  }
}
