import { Trans, useLingui } from '@lingui/react/macro';
import type { SignUpRegistration } from '@portico/contract';
import { useEffect, useRef, useState } from 'react';
import { authenticateCardholder } from '../../../lib/authenticate-cardholder.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { lookDelay, wait } from '../../../lib/wait.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { abandonRegistration, getRegistration } from '../api/sign-up-calls.ts';
import { addressOf, placeOf } from '../model/addresses.ts';
import { wizardSearch } from '../use-wizard.ts';
import { SignUpFrame } from './sign-up-frame.tsx';

type Shown = { phase: 'working' } | { phase: 'unconfirmed' | 'failed'; message: string };

/** A registration that waits: its cardholder confirms it with the bank, or its outcome is still to come. */
export function RegistrationPage({ first }: { first: SignUpRegistration }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<Shown>({ phase: 'working' });
  const unconfirmed = t`Your bank did not confirm the payment. Please try again or use another card.`;
  const follow = async (begin: () => Promise<SignUpRegistration>) => {
    setShown({ phase: 'working' });
    try {
      setShown(await settle(await begin(), unconfirmed));
    } catch (error) {
      setShown({ phase: 'unconfirmed', message: describeProblem(error) });
    }
  };
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: followed once, from the moment at which the page is there
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void follow(async () => first);
  }, []);
  return (
    <SignUpFrame title={t`Confirming your payment`} hasPanel>
      <div className="my-auto flex flex-col gap-5 py-16">
        <h1 className="text-[26px] leading-8 font-semibold tracking-tight">
          <Trans>Confirming your payment</Trans>
        </h1>
        {shown.phase === 'working' ? (
          <p role="status" className="flex items-center gap-3 text-muted">
            <Spinner className="size-5 text-accent-text" />
            <Trans>Please stay on this page. Your bank may ask you to confirm the payment.</Trans>
          </p>
        ) : (
          <>
            <Alert tone="bad">{shown.message}</Alert>
            <div className="flex flex-wrap gap-3">
              {shown.phase === 'unconfirmed' && (
                <>
                  <Button variant="primary" size="lg" onClick={() => void follow(() => getRegistration(first.id))}>
                    <Trans>Confirm again</Trans>
                  </Button>
                  <Button size="lg" onClick={() => void follow(() => abandonRegistration(first.id))}>
                    <Trans>Use another card</Trans>
                  </Button>
                </>
              )}
              {shown.phase === 'failed' && (
                <Button variant="primary" size="lg" onClick={chooseAnotherCard}>
                  <Trans>Use another card</Trans>
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </SignUpFrame>
  );
}

/** Back to the card; what was typed is still there. */
function chooseAnotherCard(): void {
  location.assign(addressOf('purchase', 'checkout', placeOf(location.pathname, location.search), wizardSearch()));
}

/** Follows a registration until it succeeded, which leads on, or cannot go on by itself. */
async function settle(first: SignUpRegistration, unconfirmed: string): Promise<Shown> {
  let result = first;
  let isAsked = false;
  for (let attempt = 0; ; attempt += 1) {
    if (result.status === 'succeeded') {
      location.assign(result.redirectUrl ?? '/Confirmation');
      return { phase: 'working' };
    }
    if (result.status === 'failed') return { phase: 'failed', message: result.error?.message || unconfirmed };
    if (result.status === 'requiresAction' && !isAsked && result.clientSecret) {
      isAsked = true;
      const refusal = await authenticateCardholder(result.clientSecret);
      if (refusal !== null) return { phase: 'unconfirmed', message: refusal || unconfirmed };
    } else await wait(lookDelay(attempt));
    result = await look(result);
  }
}

async function look(before: SignUpRegistration): Promise<SignUpRegistration> {
  try {
    return await getRegistration(before.id);
  } catch (error) {
    if (error instanceof ApiError && error.isMissedLook) return before;
    throw error;
  }
}
