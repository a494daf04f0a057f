import {
  type operations as endpoints,
  type LiveOperation,
  maxLiveOperations,
  type ResponseOf,
} from '@portico/contract';
import { NotFoundError, say } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import {
  findOperation,
  listLiveOperations,
  type Operation,
  type Operations,
  toOperationError,
  toOperationStatus,
} from '../../core/operations/index.ts';

export interface OperationsContext {
  readonly operations: Operations;
}

/** The account's unsettled operations (OPS-9). Making a customer is shown as part of the purchase that needs it. */
export async function listOperations({
  operations,
  accountId,
}: OperationsContext & RequestContext): Promise<ResponseOf<typeof endpoints.list>> {
  const live = await listLiveOperations(operations.database.query, accountId, maxLiveOperations);
  return { items: live.flatMap((operation) => presentLive(operations, operation) ?? []) };
}

/** The state of an operation of the account. @throws NotFoundError also for another account's. */
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

function presentLive(
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
