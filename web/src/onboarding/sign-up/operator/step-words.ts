import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { FunnelStep } from './funnel.ts';

/** The names of the steps for operators. */
export function useStepWords(): Record<FunnelStep, string> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      email: t`Mail address`,
      mainInfo: t`Name and organization`,
      contactInfo: t`Contacts`,
      additionalInfo: t`Business`,
      ownerInfo: t`Password`,
      plans: t`Plans`,
      customizePlan: t`Plan adjusted`,
      addons: t`Add-ons`,
      checkout: t`Checkout`,
      confirm: t`Confirmation`,
      submitted: t`Form sent`,
      registered: t`Registered`,
    }),
    [t],
  );
}
