import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { useUnits } from '../../../lib/units.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { listSteps, type Step } from '../model/flow.ts';
import { type Price, shownTotal } from '../model/receipt.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { phone } from './flow-bar.tsx';
import { useFlow } from './flow-context.ts';

interface FlowStepperProps {
  price: Price | null;
  /** Returns to the previous step. */
  onBack: () => void;
  isBusy: boolean;
}

/** The steps of the purchase with the choices made; nothing if there is only one step. */
export function FlowStepper({ price, onBack, isBusy }: FlowStepperProps) {
  const { t } = useLingui();
  const { plan, state } = useFlow();
  const isPhone = useMedia(phone);
  const titles = useStepTitles();
  const steps = listSteps(plan, state);
  if (steps.length < 2) return null;
  if (isPhone) return <PhoneSteps steps={steps} onBack={onBack} isBusy={isBusy} />;
  return (
    <Stepper
      label={t`Steps of the purchase`}
      current={state.step}
      steps={steps.map((id) => ({ id, title: titles[id], description: <Subline step={id} price={price} /> }))}
    />
  );
}

function useStepTitles(): Record<Step, string> {
  const { t } = useLingui();
  return { customize: t`Customize`, addons: t`Add-ons`, checkout: t`Checkout`, confirmation: t`Confirmation` };
}

function Subline({ step, price }: { step: Step; price: Price | null }) {
  const { plan, state, product } = useFlow();
  const { money } = useFormat();
  const { count } = useUnits();
  switch (step) {
    case 'customize': {
      const units = state.quantity > 0 ? count(product.unit, state.quantity) : null;
      return <>{[plan.name, units].filter(Boolean).join(', ')}</>;
    }
    case 'addons': {
      const chosen = Object.keys(state.addons).length;
      return chosen > 0 ? <Plural value={chosen} one="# chosen" other="# chosen" /> : <Trans>Optional</Trans>;
    }
    case 'checkout':
      return <Trans>Address and card</Trans>;
    case 'confirmation': {
      if (price?.kind !== 'estimate') return <Trans>Review and pay</Trans>;
      const due = money(shownTotal(price), selectedPricePlan(plan, state).currency);
      return <Trans>{due} due today</Trans>;
    }
  }
}

/** On a phone: a back button, the number of the step, and a segment for each step. */
function PhoneSteps({ steps, onBack, isBusy }: { steps: readonly Step[] } & Omit<FlowStepperProps, 'price'>) {
  const { state } = useFlow();
  const titles = useStepTitles();
  const position = steps.indexOf(state.step);
  const before = steps[position - 1];
  const current = position + 1;
  const count = steps.length;
  return (
    <div>
      <div className="flex min-h-10 items-center justify-between gap-4 text-sm text-muted">
        {before ? (
          <button
            type="button"
            disabled={isBusy}
            className="-ml-1.5 flex h-10 items-center gap-1 rounded px-1.5 hover:text-ink [&_svg]:size-4"
            onClick={onBack}
          >
            <ChevronLeft aria-hidden="true" />
            <span className="sr-only">
              <Trans>Back to</Trans>{' '}
            </span>
            {titles[before]}
          </button>
        ) : (
          <span>{titles[state.step]}</span>
        )}
        <p role="status">
          <Trans>
            Step {current} of {count}
          </Trans>
          <span className="sr-only">: {titles[state.step]}</span>
        </p>
      </div>
      <div aria-hidden="true" className="mt-1 flex gap-1.5">
        {steps.map((step, index) => (
          <span
            key={step}
            className={cn('h-1 flex-1 rounded-full', index <= position ? 'bg-accent' : 'bg-line-strong')}
          />
        ))}
      </div>
    </div>
  );
}
