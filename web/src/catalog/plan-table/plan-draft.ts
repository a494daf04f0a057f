import type { PlanInput } from '@portico/contract';
import type { Answer } from '../../lib/api.ts';

/** A plan in the opened version. */
export type OpenedPlan = Answer<'GET /api/Products/{id}/Plans/{planId}/Holders'>;

/** The values of the dialog's fields for a plan. */
export interface PlanDraft {
  code: string;
  name: string;
  description: string;
  featuredText: string;
  isTrial: boolean;
  processingType: '0' | '1';
  /** As typed; empty for none. */
  fromAmountPerMonth: string;
}

/** The initial value; a new plan is manual and not a trial. */
export function createPlanDraft(opened: OpenedPlan | null): PlanDraft {
  const plan = opened?.plan;
  const amount = opened?.amount ?? null;
  return {
    code: plan?.code ?? '',
    name: plan?.name ?? '',
    description: plan?.description ?? '',
    featuredText: plan?.featuredText ?? '',
    isTrial: plan?.isTrial ?? false,
    processingType: plan?.processingType === 0 ? '0' : '1',
    fromAmountPerMonth: amount === null ? '' : (amount / 100).toFixed(2),
  };
}

/** The cents of a typed amount, with a point or a comma; null if it is empty, undefined if it is invalid. */
export function readAmount(typed: string): number | null | undefined {
  const text = typed.replace(/[\s$]/g, '').replace(',', '.');
  if (text === '') return null;
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
}

/** The value to send; it omits an amount that is derived from other prices. */
export function toPlanInput(
  { processingType, fromAmountPerMonth, ...texts }: PlanDraft,
  isAmountGiven: boolean,
): PlanInput {
  const amount = readAmount(fromAmountPerMonth);
  return {
    ...texts,
    processingType: processingType === '0' ? 0 : 1,
    ...(isAmountGiven && { fromAmountPerMonth: amount ?? null }),
  };
}
