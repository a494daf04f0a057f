import { Trans, useLingui } from '@lingui/react/macro';
import { signUpPaths } from '@portico/contract/sign-up';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { lazyPart, usePreload } from '../../../lib/lazy.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EarlierSignUp } from '../../sign-up/components/email-step.tsx';
import { SignUpFrame } from '../../sign-up/components/sign-up-frame.tsx';
import { SkipStep } from '../../sign-up/components/skip-step.tsx';
import { LaterStep } from '../../sign-up/components/step-content.tsx';
import { SubmissionProvider } from '../../sign-up/components/submission-context.ts';
import { SubmissionForm } from '../../sign-up/components/submission-form.tsx';
import { WizardProvider } from '../../sign-up/components/wizard-context.ts';
import { useStepTitles, WizardStep } from '../../sign-up/components/wizard-step.tsx';
import { beginWizard, factsOfPage } from '../../sign-up/model/begin.ts';
import type { FieldStep, Step } from '../../sign-up/model/details.ts';
import type { Facts } from '../../sign-up/model/wizard.ts';
import { useRecordedSteps } from '../../sign-up/use-recorded-steps.ts';
import { useSubmission } from '../../sign-up/use-submission.ts';
import { useWizard } from '../../sign-up/use-wizard.ts';
import { earlierVisit, resumeVisit } from '../../sign-up/visit.ts';
import { storeCouponOfAddress } from './coupon-of-address.ts';
import { LatePart } from './late-part.tsx';
import { PlanSteps } from './plan-steps-lazy.ts';

const RegistrationPage = lazyPart(() =>
  import('../../sign-up/components/registration-page.tsx').then((module) => module.RegistrationPage),
);

const ConfirmationPage = lazyPart(() =>
  import('../../sign-up/components/confirmation-page.tsx').then((module) => module.ConfirmationPage),
);

const UnknownPlace = lazyPart(() =>
  import('../../sign-up/components/unknown-place.tsx').then((module) => module.UnknownPlace),
);

const never = () => () => {};

/**
 * Every page of the sign-up. The build prerenders the first step; the browser adds the data of the address and the
 * server.
 */
export function SignUpPage() {
  const signUp = useSyncExternalStore(
    never,
    () => preloaded().signUp,
    () => null,
  );
  const isConfirmation = useSyncExternalStore(never, isConfirmationAddress, () => false);
  const registration = useSyncExternalStore(never, registrationOfAddress, () => null);
  if (signUp?.problem) {
    return (
      <LatePart fallback={<SignUpStepSkeleton />}>
        <UnknownPlace problem={signUp.problem} />
      </LatePart>
    );
  }
  if (isConfirmation && signUp) {
    return (
      <LatePart fallback={<SignUpStepSkeleton />}>
        <ConfirmationPage {...signUp} />
      </LatePart>
    );
  }
  if (registration) {
    return (
      <LatePart fallback={<SignUpStepSkeleton />}>
        <RegistrationPage id={registration} />
      </LatePart>
    );
  }
  return <SignUpWizard />;
}

const isConfirmationAddress = () =>
  `${location.pathname.toLowerCase()}/`.startsWith(`${signUpPaths.confirmation.toLowerCase()}/`);

/** The id in the address of the registration that waits; null without one. */
const registrationOfAddress = () => new URLSearchParams(location.search).get('registration');

/** The facts that texts depend on. During hydration they are those of the prerendered page, so that its texts match. */
function useShownFacts(facts: Facts): Facts {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHydrated ? facts : { ...facts, verifiedEmail: null, isFirstCustomer: false };
}

function SignUpWizard() {
  const facts = factsOfPage();
  const { state, dispatch } = useWizard(facts, () => beginWizard(facts));
  const submission = useSubmission(state, facts);
  useRecordedSteps(state, facts);
  useEffect(() => storeCouponOfAddress(location.search), []);
  const { step } = state;
  const isPlanStep = step === 'plans' || step === 'purchase';
  usePreload(LaterStep);
  useEffect(() => {
    // The plans come after these steps.
    if (step === 'contacts' || step === 'additional' || step === 'owner') PlanSteps.preload().catch(() => {});
  }, [step]);
  const title = useTitle(step);
  return (
    <WizardProvider value={{ state, dispatch, facts: useShownFacts(facts) }}>
      <SubmissionProvider value={submission}>
        <SignUpFrame title={title} hasPanel={!isPlanStep} isWizard>
          {isPlanStep ? (
            <PlanPart />
          ) : step === 'skip' ? (
            <SkipStep />
          ) : (
            <LatePart fallback={<SignUpSkeleton />}>
              <WizardStep step={step} before={step === 'email' && <Earlier />} />
            </LatePart>
          )}
        </SignUpFrame>
        <SubmissionForm {...submission.formProps} />
      </SubmissionProvider>
    </WizardProvider>
  );
}

function useTitle(step: Step): string {
  const { t } = useLingui();
  const titles = useStepTitles();
  if (step === 'plans') return t`Choose your plan`;
  if (step === 'purchase' || step === 'skip') return t`Sign up`;
  return titles[step satisfies FieldStep];
}

function PlanPart(): ReactNode {
  return (
    <LatePart fallback={<SignUpSkeleton />}>
      <PlanSteps />
    </LatePart>
  );
}

/** Offers details that were entered in this browser earlier, unless the address has their key. */
function Earlier() {
  const earlier = useSyncExternalStore(never, earlierVisit, () => null);
  return earlier ? <EarlierSignUp onResume={() => resumeVisit(earlier)} /> : null;
}

/** The content of a later step's document until its script has loaded. */
export function SignUpStepSkeleton() {
  return (
    <SignUpFrame title="" hasPanel={false}>
      <h1 className="sr-only">
        <Trans>Sign up</Trans>
      </h1>
      <SignUpSkeleton />
    </SignUpFrame>
  );
}

/** A later step while it is loading. */
function SignUpSkeleton() {
  return (
    <div aria-hidden="true" className="mx-auto w-full max-w-[1120px]">
      <Skeleton className="h-1 w-full" />
      <Skeleton className="mt-12 h-8 w-64 max-w-full" />
      <Skeleton className="mt-3 h-5 w-80 max-w-full" />
      <div className="mt-8 grid grid-cols-1 gap-4 md:grid-cols-3">
        {['one', 'two', 'three'].map((card) => (
          <Skeleton key={card} className="h-72 rounded-card" />
        ))}
      </div>
    </div>
  );
}
