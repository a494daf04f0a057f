import {
  activateRegisteredOwner,
  deleteRegisteringAccount,
  findAccountBillingDetails,
  findAccountBrand,
  openRegisteredAccount,
} from '../../accounts/index.ts';
import { auditAmountMismatch } from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { beginFirstSteps } from '../first-steps/first-steps.queries.ts';
import { deleteOutcome } from './outcomes.queries.ts';
import type { RegistrationOperation } from './registration.schema.ts';
import { settleRegistration } from './registrations.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { recordVisitStep } from './visits.queries.ts';
import { mailWelcome } from './welcome.ts';

/** The last step, in the transaction that settles the operation: opens the account with its owner, or deletes it with all its data (SIGN-15). */
export async function settleRegistered(
  context: SignUpContext,
  transaction: Queryable,
  operation: RegistrationOperation,
): Promise<void> {
  const { id, accountId, userId, state, request, outcome, error } = operation;
  const productId = request.purchase?.productId ?? null;
  if (state === 'failed') {
    await settleRegistration(transaction, id, { state: 'failed', error });
    const { customerId } = await findAccountBillingDetails(transaction, accountId);
    if (customerId) await enqueue(transaction, removalJob, { customerId });
    await deleteOutcome(transaction, accountId);
    await deleteRegisteringAccount(transaction, accountId);
    const detail = { operationId: id, productId, error: error?.code ?? null };
    await context.audit.record({ kind: 'registrationFailed', detail }, transaction);
    return;
  }
  const registration = await settleRegistration(transaction, id, { state: 'succeeded', error: null });
  if (!registration || userId === null) return;
  await openRegisteredAccount(transaction, accountId);
  await activateRegisteredOwner(transaction, userId);
  await beginFirstSteps(transaction, accountId);
  const detail = { operationId: id, productId, amountPaid: outcome?.purchase?.amountPaid ?? 0 };
  await context.audit.record({ kind: 'accountRegistered', accountId, userId, detail }, transaction);
  const { purchase } = request;
  if (purchase && outcome?.purchase) {
    const bought = { ...purchase, customerId: '' };
    await auditAmountMismatch(context, transaction, { ...operation, request: bought, outcome: outcome.purchase });
  }
  await mailWelcome(context, transaction, { userId, planId: purchase?.quoted.planId, productId });
  const brand = await findAccountBrand(transaction, accountId);
  if (registration.visit && brand) {
    const { visit } = registration;
    await recordVisitStep(transaction, {
      visit,
      step: 'registered',
      companyId: brand.companyId,
      productId: productId ?? '',
    });
  }
}

export const removalJob = { name: 'sign-up-remove-customer', maxAttempts: 25 };

/** Deletes the customer of a failed or unconfirmed registration, and so cancels its subscriptions. A failed one's purchase was abandoned before (PUR-18). */
export function customerRemovalJob({ gateway }: Pick<SignUpContext, 'gateway'>): JobDefinition<{ customerId: string }> {
  return {
    ...removalJob,
    run: async ({ customerId }) => gateway.customers.remove(customerId, `remove-${customerId}`),
  };
}
