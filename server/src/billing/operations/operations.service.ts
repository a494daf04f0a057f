import {
  type operations as endpoints,
  type LiveOperation,
  maxLiveOperations,
  type ResponseOf,
} from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import { NotFoundError, say } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import {
  findLiveOperation,
  findOperation,
  listLiveOperations,
  type Operation,
  type Operations,
  runOperation,
  toOperationError,
  toOperationStatus,
} from '../../core/operations/index.ts';

export interface OperationsContext {
  readonly operations: Operations;
}

/** The account's unsettled operations (OPS-9). Creating a customer is not shown separately. */
export async function listOperations({
  operations,
  accountId,
}: OperationsContext & RequestContext): Promise<ResponseOf<typeof endpoints.list>> {
  const live = await listLiveOperations(operations.database.query, accountId, maxLiveOperations);
  return { items: live.flatMap((operation) => presentLiveOperation(operations, operation) ?? []) };
}

/** @throws NotFoundError also for another account's operation */
export async function getOperation(
  { operations, accountId, locale }: OperationsContext & RequestContext,
  operationId: string,
): Promise<ResponseOf<typeof endpoints.get>> {
  const operation = await findOperation(operations.database.query, operationId, accountId);
  if (!operation) throw new NotFoundError();
  const failure = operation.error && toOperationError(operation);
  return {
    operationId,
    status: toOperationStatus(operation),
    error: failure && { code: failure.code, message: say(failure.said, locale) },
  };
}

function presentLiveOperation(
  { kinds }: Operations,
  { id, kind, subject, state, createdAt }: Operation,
): LiveOperation | undefined {
  const known = kinds.get(kind);
  if (!known?.shownAs) return undefined;
  return {
    id,
    kind: known.shownAs,
    productId: known.isAboutProduct ? subject : null,
    status: state === 'requires_action' ? 'requiresAction' : 'pending',
    createdAt: createdAt.toISOString(),
  };
}

interface AbandonContext extends Pick<RequestContext, 'accountId' | 'actor'> {
  readonly operations: Operations;
  readonly audit: Audit;
}

/**
 * Abandons an earlier operation of a product that still requires authentication, so that the last request counts (PUR-14).
 * @param mayAbandon decides about that operation; if it returns false or throws, the operation is kept
 */
export async function abandonPendingAuthentication(
  { operations, audit, accountId, actor }: AbandonContext,
  productId: string,
  mayAbandon: (operation: Operation) => boolean,
): Promise<void> {
  const unsettled = await findLiveOperation(operations.database.query, accountId, productId);
  if (unsettled?.state !== 'requires_action' || !mayAbandon(unsettled)) return;
  await audit.record({ ...actor, kind: 'purchaseGivenUp', detail: { operationId: unsettled.id, productId } });
  await runOperation(operations, unsettled.id, { abandon: true });
}
