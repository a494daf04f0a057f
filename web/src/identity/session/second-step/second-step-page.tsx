import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { useState } from 'react';
import { describeProblem } from '../../../lib/problem.ts';
import { stepAddress } from '../api/return-url.ts';
import { cancelChallenge } from '../api/sign-in.ts';
import { Frame } from '../components/frame.tsx';
import { Failure, FormSkeleton, LinkButton } from '../components/parts.tsx';
import { ScriptlessForm } from './scriptless-form.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { useChallenge } from './use-challenge.ts';
import { isWithoutCodes, WithoutCodes } from './without-codes.tsx';

/** The second step of a sign-in (SES-10): a code, a recovery code or a passkey. */
export function SecondStepPage() {
  const { t } = useLingui();
  const { state, take, end, retry } = useChallenge();
  if (state.kind === 'ended') return <EndedSignIn />;
  return (
    <Frame title={t`Confirm that it is you`} after={state.kind === 'open' && <GiveUp />}>
      {state.kind === 'loading' && <FormSkeleton />}
      {state.kind === 'failed' && <Failure onRetry={retry}>{describeProblem(state.error)}</Failure>}
      {state.kind === 'open' &&
        (isWithoutCodes(state.challenge) ? (
          <WithoutCodes {...state.challenge} />
        ) : (
          <SecondStepForm challenge={state.challenge} take={take} end={end} />
        ))}
      <ScriptlessForm />
    </Frame>
  );
}

function EndedSignIn() {
  const { t } = useLingui();
  return (
    <Frame title={t`This sign-in has ended`} step="ended">
      <p className="mb-5 text-muted">
        <Trans>
          It took too long, there were too many wrong codes, or it was ended in another tab. Nothing is lost: sign in
          again.
        </Trans>
      </p>
      <LinkButton href={stepAddress(paths.login)} variant="primary">
        <Trans>Sign in again</Trans>
      </LinkButton>
    </Frame>
  );
}

/** Returns to the sign-in page and cancels the waiting sign-in. */
function GiveUp() {
  const [isPending, setIsPending] = useState(false);
  const cancel = async () => {
    setIsPending(true);
    // If canceling fails, the waiting sign-in expires by itself.
    await cancelChallenge().catch(() => undefined);
    location.assign(stepAddress(paths.login));
  };
  return (
    <p className="mt-5 text-center text-sm">
      <button
        type="button"
        disabled={isPending}
        className="rounded font-medium text-muted underline-offset-4 hover:text-ink hover:underline"
        onClick={() => void cancel()}
      >
        <Trans>Cancel and sign in as somebody else</Trans>
      </button>
    </p>
  );
}
