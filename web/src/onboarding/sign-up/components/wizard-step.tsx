import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { type FieldStep, stepFields } from '../model/details.ts';
import { listSteps, stepProblems } from '../model/wizard.ts';
import { estimateInTime } from '../use-password-estimate.ts';
import { BlockedAlert } from './blocked-alert.tsx';
import { LegalNote } from './email-step.tsx';
import { ExternalSignUp } from './external-sign-up.tsx';
import { StepBar } from './step-bar.tsx';
import { StepContent } from './step-content.tsx';
import { useWizardContext } from './wizard-context.ts';

/** The heading of each step with fields. */
export function useStepTitles(): Record<FieldStep, string> {
  const { t } = useLingui();
  return {
    email: t`Start with your work email`,
    main: t`Who are you?`,
    owner: t`Choose your password`,
    contacts: t`How can we reach you?`,
    additional: t`About your business`,
  };
}

/** A step with fields: heading, fields, and buttons to continue and go back. */
export function WizardStep({ step, before }: { step: FieldStep; before?: ReactNode }) {
  const { state, dispatch } = useWizardContext();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useStepTitles()[step];
  useStepFocus(heading, step);
  const goOn = useGoOn(step, form);
  return (
    <div className="my-auto py-8 max-lg:py-2">
      <StepBar step={step} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-9 text-[26px] leading-8 font-semibold tracking-tight text-balance outline-none max-lg:mt-7"
      >
        {title}
      </h1>
      <p className="mt-1.5 mb-7 text-muted">
        <StepIntroduction step={step} />
      </p>
      {state.refusal && (
        <Alert tone="bad" className="mb-5">
          {state.refusal}
        </Alert>
      )}
      <BlockedAlert className="mb-5" />
      {before}
      {step === 'email' && <ExternalSignUp />}
      <form
        ref={form}
        noValidate
        // POST, so that no input appears in an address if the form is sent before the script has loaded.
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void goOn.act();
        }}
      >
        <StepContent step={step} />
        <div className="mt-1 flex gap-3">
          {step !== 'email' && (
            <Button size="lg" onClick={() => dispatch({ type: 'wentBack' })}>
              <Trans>Back</Trans>
            </Button>
          )}
          <Button type="submit" variant="primary" size="lg" className="flex-1" pending={goOn.isPending}>
            <Trans>Continue</Trans>
          </Button>
        </div>
        {step === 'email' && <LegalNote />}
      </form>
    </div>
  );
}

/** Continues to the next step, or focuses the first invalid field. Waits for the estimate of a password. */
function useGoOn(step: FieldStep, form: { readonly current: HTMLFormElement | null }) {
  const { state, dispatch, facts } = useWizardContext();
  const [isPending, setIsPending] = useState(false);
  const act = async () => {
    let { estimate } = state;
    if (step === 'owner') {
      setIsPending(true);
      estimate = await estimateInTime(state);
      setIsPending(false);
      if (estimate) dispatch({ type: 'estimated', estimate });
    }
    const problems = stepProblems({ ...state, estimate }, step, facts);
    const isHeld = stepFields[step].some((field) => problems[field] || state.refusals[field]);
    dispatch({ type: 'wentOn' });
    // The errors are rendered after the next paint.
    if (isHeld) setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return { act, isPending };
}

function StepIntroduction({ step }: { step: FieldStep }) {
  const { state, facts } = useWizardContext();
  const count = listSteps(state, facts).length;
  switch (step) {
    case 'email':
      return <Trans>{count} short steps. Nothing is charged before you confirm it.</Trans>;
    case 'main':
      return <Trans>You become the owner of your organization’s account.</Trans>;
    case 'owner':
      return <Trans>You sign in with it from now on.</Trans>;
    case 'contacts':
      return <Trans>Both are optional.</Trans>;
    case 'additional':
      return <Trans>Where it is, and what it does.</Trans>;
  }
}

/** A step that is entered from another one starts at its heading, which screen readers then read. */
function useStepFocus(heading: { readonly current: HTMLElement | null }, step: FieldStep): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    scrollTo({ top: 0 });
    const field = heading.current?.parentElement?.querySelector<HTMLElement>(
      'form input:not([type=hidden]), form select',
    );
    (field ?? heading.current)?.focus({ preventScroll: true });
  }, [step, heading]);
}
