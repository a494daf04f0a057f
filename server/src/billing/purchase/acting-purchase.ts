import { paths } from '@portico/contract';
import { type AuditEvent, findAccountBrand, findOwnerRecipient, findUserNames } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import type { Actor } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import type { OperationOf } from '../../core/operations/index.ts';
import type { PurchaseContext } from './purchase.context.ts';
import type { PurchaseInput, PurchaseOutcome, PurchaseRequest } from './quoted.ts';

/**
 * The operator who buys in a customer's name, with the customer who ordered it (PUR-42). Undefined for customers who buy themselves.
 * @throws InvalidInputError if the operator does not say who ordered it
 */
export function operatorWhoBuys(
  { actingReason, realUserId }: Actor,
  { orderedBy }: Pick<PurchaseInput, 'orderedBy'>,
  currency: string,
): PurchaseRequest['acting'] {
  if (actingReason === undefined || realUserId === null) return undefined;
  if (!orderedBy) throw new InvalidInputError({ orderedBy: [{ key: 'purchase.orderedBy' }] });
  return { operatorId: realUserId, reason: actingReason, orderedBy, currency };
}

/** The parts of an audit event about a purchase that name the operator and the customer who ordered it. */
export function actingAudit({ acting }: Pick<PurchaseRequest, 'acting'>) {
  if (!acting) return { actor: {}, detail: {} };
  const actor: Pick<AuditEvent, 'realUserId' | 'actingReason'> = {
    realUserId: acting.operatorId,
    actingReason: acting.reason,
  };
  return { actor, detail: { orderedBy: acting.orderedBy } };
}

/** Mails the account's owner what an operator bought in a user's name, for how much, and who ordered it (PUR-42). */
export async function mailPurchaseOfOperator(
  { catalog, mail }: PurchaseContext,
  transaction: Queryable,
  { accountId, userId, subject, request, outcome }: OperationOf<PurchaseRequest, PurchaseOutcome>,
): Promise<void> {
  const { acting, quoted } = request;
  if (!acting) return;
  const owner = await findOwnerRecipient(transaction, accountId);
  const account = await findAccountBrand(transaction, accountId);
  if (!owner || !account) return;
  const names = await findUserNames(transaction, [acting.operatorId, ...(userId === null ? [] : [userId])]);
  const locale = owner.locale ?? 'en';
  const product = (await catalog.findProducts()).get(subject);
  const plan = product?.plans.find(({ id }) => id === quoted.planId);
  await mail.enqueue(transaction, {
    template: 'actingPurchase',
    data: {
      operatorName: names.get(acting.operatorId) ?? '',
      userName: (userId !== null && names.get(userId)) || '',
      orderedBy: acting.orderedBy,
      reason: acting.reason,
      product: product ? localize(product.displayName, locale) : subject,
      plan: plan ? localize(plan.name, locale) : '',
      amount: outcome?.amountPaid ?? 0,
      currency: acting.currency,
      path: `${paths.audit}?userId=${acting.operatorId}`,
    },
    to: { address: owner.email, name: owner.name },
    locale,
    companyId: account.companyId,
    accountId,
  });
}
