import type { Audit } from '../../accounts/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { findLiveOperation, type Operation, type Operations, runOperation } from '../../core/operations/index.ts';

interface AbandonContext extends Pick<RequestContext, 'accountId' | 'actor'> {
  readonly operations: Operations;
  readonly audit: Audit;
}

/**
 * Abandons an earlier operation of a product that still requires authentication, so that the last request counts (PUR-14).
 * @param mayAbandon decides about the operation that was found. When it returns false or throws, the operation stays as it is.
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
