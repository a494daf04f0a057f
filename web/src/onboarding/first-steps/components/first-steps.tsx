import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { FirstStep } from '@portico/contract';
import {
  ArrowUpRight,
  Check,
  ExternalLink,
  type LucideIcon,
  MonitorSmartphone,
  ShoppingBag,
  UserPlus,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { can } from '../../../lib/permissions.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { ProgressMeter } from '../../../ui/progress-meter.tsx';
import { useHideFirstSteps, useRecordOpened } from '../first-steps.api.ts';

/** The first steps of a new account, ticked off when done. Admins may hide them (SIGN-27). */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const { t } = useLingui();
  const id = useId();
  const total = steps.length;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby={id} className="mb-8">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3.5 sm:px-5">
          <h2 id={id} className="text-lg font-semibold tracking-tight">
            <Trans>Get started</Trans>
          </h2>
          <div className="flex items-center gap-3 max-sm:w-full">
            <span className="text-muted tabular-nums">
              <Plural value={done} one={`# of ${total} done`} other={`# of ${total} done`} />
            </span>
            <ProgressMeter label={t`Get started`} value={done} max={total} className="w-24 max-sm:w-16" />
            {can('firstSteps.hide') && <HideButton />}
          </div>
        </div>
        <ol>
          {steps.map((step) => (
            <Step key={step.kind} step={step} variant={step === next ? 'accent' : 'secondary'} />
          ))}
        </ol>
      </Card>
    </section>
  );
}

interface StepProps {
  step: FirstStep;
  variant: 'accent' | 'secondary';
}

const icons: Readonly<Record<FirstStep['kind'], LucideIcon>> = {
  plan: ShoppingBag,
  open: ExternalLink,
  device: MonitorSmartphone,
  people: UserPlus,
};

/** A step with its purpose, and a link until it is done. */
function Step({ step, variant }: StepProps) {
  const { kind, isDone } = step;
  const Icon = isDone ? Check : icons[kind];
  return (
    <li className="flex items-start gap-4 border-t border-line px-4 py-4 sm:items-center sm:px-5">
      <span
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-control',
          isDone ? 'bg-ok-soft text-ok' : 'bg-accent-soft text-accent-text',
        )}
      >
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
        <div className="min-w-0">
          <p className={isDone ? 'text-muted' : 'font-semibold'}>
            <StepTitle step={step} />
            {isDone && (
              <span className="sr-only">
                <Trans>(done)</Trans>
              </span>
            )}
          </p>
          {!isDone && (
            <p className="text-muted">
              <StepReason step={step} />
            </p>
          )}
        </div>
        {!isDone && (
          <div className="w-full sm:w-auto sm:min-w-37 sm:shrink-0 [&>*]:w-full">
            <StepWay step={step} variant={variant} />
          </div>
        )}
      </div>
    </li>
  );
}

function StepTitle({ step }: { step: FirstStep }): ReactNode {
  switch (step.kind) {
    case 'plan':
      return <Trans>Choose a plan</Trans>;
    case 'open': {
      const { productName: product } = step;
      return <Trans>Get {product} working</Trans>;
    }
    case 'device': {
      const { productName: product } = step;
      return <Trans>Add your first device to {product}</Trans>;
    }
    case 'people':
      return <Trans>Invite your colleagues</Trans>;
  }
}

function StepReason({ step }: { step: FirstStep }): ReactNode {
  switch (step.kind) {
    case 'plan':
      return <Trans>Try a product for free, or subscribe to it.</Trans>;
    case 'open':
      return <Trans>Your license is ready. The link opens in a new tab.</Trans>;
    case 'device':
      return <Trans>A device that is added takes a seat of your license.</Trans>;
    case 'people':
      return <Trans>Each of them gets their own login and can do what you allow.</Trans>;
  }
}

function StepWay({ step, variant }: StepProps): ReactNode {
  const note = useRecordOpened();
  switch (step.kind) {
    case 'plan':
      return (
        <ButtonLink to="/products" variant={variant}>
          <Trans>See all products</Trans>
        </ButtonLink>
      );
    case 'open':
      return (
        <a
          href={step.url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses({ variant })}
          onClick={note}
        >
          {step.urlCaption ?? <Trans>Open</Trans>}
          <span className="sr-only">{step.productName}</span>
          <ArrowUpRight aria-hidden="true" />
        </a>
      );
    case 'device':
      return (
        <ButtonLink to="/Billing/Licenses/$id" params={{ id: String(step.licenseId) }} variant={variant}>
          <Trans>Add device</Trans>
        </ButtonLink>
      );
    case 'people':
      return (
        <ButtonLink to="/Account/Settings/Users" search={{ m: 'a' }} variant={variant}>
          <Trans>Add user</Trans>
        </ButtonLink>
      );
  }
}

/** Hides the first steps from all users of the account, permanently, after a question. */
function HideButton() {
  const [isAsking, setIsAsking] = useState(false);
  const hide = useHideFirstSteps();
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="-mr-2 max-sm:ml-auto"
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        <Trans>Hide</Trans>
      </Button>
      <LateConfirmDialog
        open={isAsking}
        onOpenChange={(next) => {
          if (!next) hide.reset();
          setIsAsking(next);
        }}
        tone="primary"
        title={<Trans>Hide the first steps?</Trans>}
        description={<Trans>Nobody of your account sees them any more. Everything stays in the menu.</Trans>}
        confirmLabel={<Trans>Hide for everybody</Trans>}
        isPending={hide.isPending}
        error={hide.error}
        onConfirm={() => hide.mutate()}
      />
    </>
  );
}
