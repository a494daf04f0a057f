import { useLingui } from '@lingui/react/macro';
import { Stepper } from '../../../ui/stepper.tsx';
import { type Step, stepsOf } from '../model/flow.ts';
import { useFlow } from './flow-context.ts';

/** Where one is in the purchase; nothing for what takes one step only. */
export function FlowStepper() {
  const { t } = useLingui();
  const { plan, state } = useFlow();
  const steps = stepsOf(plan, state);
  if (steps.length < 2) return null;
  const words: Record<Step, { title: string; description: string }> = {
    customize: { title: t`Customize`, description: t`Plan and quantity` },
    addons: { title: t`Add-ons`, description: t`Optional extras` },
    checkout: { title: t`Checkout`, description: t`Payment details` },
    confirmation: { title: t`Confirmation`, description: t`Check and pay` },
  };
  return (
    <Stepper label={t`Steps of the purchase`} current={state.step} steps={steps.map((id) => ({ id, ...words[id] }))} />
  );
}
