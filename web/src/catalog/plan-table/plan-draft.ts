import type { PlanInput } from '@portico/contract';
import type { Answer } from '../../lib/api.ts';

/** A plan in the version that was opened. */
export type OpenedPlan = Answer<'GET /api/Products/{id}/Plans/{planId}/Holders'>;

/** A plan as its dialog has it. */
export interface PlanDraft {
  code: string;
  name: string;
  description: string;
  featuredText: string;
  isTrial: boolean;
  processingType: '0' | '1';
  /** As it was typed; empty for none. */
  fromAmountPerMonth: string;
}

/** Begins with the plan; a new one is manual and no trial. */
export function draftOf(opened: OpenedPlan | null): PlanDraft {
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

/** Cents of what somebody typed, with a point or a comma; null for nothing, undefined for what is no amount. */
export function readAmount(typed: string): number | null | undefined {
  const text = typed.replace(/[\s$]/g, '').replace(',', '.');
  if (text === '') return null;
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
}

/** What is sent. An amount that follows from other prices is left out. */
export function inputOf(
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
