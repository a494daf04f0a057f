import type { SignUpStep } from '@portico/contract/sign-up';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api.ts';
import { preloaded } from '../../lib/preloaded.ts';
import type { PurchaseStep } from './model/addresses.ts';
import { type Facts, isReadyForPlans, type WizardState } from './model/wizard.ts';
import { usePlace } from './place.ts';
import { currentVisit } from './visit.ts';

const names: Readonly<Partial<Record<WizardState['step'], SignUpStep>>> = {
  email: 'email',
  main: 'mainInfo',
  owner: 'ownerInfo',
  contacts: 'contactInfo',
  additional: 'additionalInfo',
  plans: 'plans',
};

const purchaseNames: Readonly<Record<PurchaseStep, SignUpStep>> = {
  customize: 'customizePlan',
  addons: 'addons',
  checkout: 'checkout',
  confirmation: 'confirm',
};

/**
 * Reports each step once to the operators' funnel, with a random id only. The plans count only if all earlier steps
 * are complete.
 */
export function useRecordedSteps(state: WizardState, facts: Facts): void {
  const { step } = state;
  const place = usePlace();
  const isLooking = step === 'plans' && !isReadyForPlans(state, facts);
  const recorded = useRef(new Set<SignUpStep>());
  const { companyName } = place;
  const reached = isLooking
    ? undefined
    : step === 'purchase'
      ? purchaseNames[place.purchaseStep ?? 'customize']
      : names[step];
  useEffect(() => {
    if (!reached || recorded.current.has(reached)) return;
    recorded.current.add(reached);
    const product = preloaded().signUp?.product?.id;
    recordStep({
      visit: currentVisit().id,
      step: reached,
      ...(companyName !== null && { companyName }),
      ...(product && { product }),
    });
  }, [reached, companyName]);
}

/** Records in the operators' funnel that a visitor reached this step. Failures are ignored. */
function recordStep(body: { visit: string; step: SignUpStep; companyName?: string; product?: string }): void {
  void api('POST /api/SignUp/Visits', { body }).catch(() => {});
}
