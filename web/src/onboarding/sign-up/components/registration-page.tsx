import { Trans, useLingui } from '@lingui/react/macro';
import type { SignUpRegistration } from '@portico/contract';
import { useEffect, useRef, useState } from 'react';
import { authenticateCardholder } from '../../../lib/authenticate-cardholder.ts';
import { followPayment } from '../../../lib/follow-payment.ts';
import { describeProblem, isNotFound, unlessMissed } from '../../../lib/problem.ts';
import { wait } from '../../../lib/wait.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { abandonRegistration, getRegistration } from '../api/sign-up-calls.ts';
import { formatAddress, parsePlace } from '../model/addresses.ts';
import { wizardSearch } from '../use-wizard.ts';
import { SignUpFrame } from './sign-up-frame.tsx';

type Shown = { phase: 'working' } | { phase: 'unconfirmed' | 'failed'; message: string };

/**
 * A registration that waits for its cardholder or for its outcome. The browser that started it can reload the page at
 * any time; any other browser is redirected to the wizard.
 */
export function RegistrationPage({ id }: { id: string }) {
  const { t } = useLingui();
  const { shown, confirm, abandon } = useRegistration(id);
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
                  <Button variant="primary" size="lg" onClick={() => void confirm()}>
                    <Trans>Confirm again</Trans>
                  </Button>
                  <Button size="lg" onClick={() => void abandon()}>
                    <Trans>Use another card</Trans>
                  </Button>
                </>
              )}
              {shown.phase === 'failed' && (
                <Button variant="primary" size="lg" onClick={() => location.assign(checkoutAddress())}>
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

/** Follows the registration from the first render until it is settled. */
function useRegistration(id: string) {
  const { t } = useLingui();
  const [shown, setShown] = useState<Shown>({ phase: 'working' });
  const unconfirmed = t`Your bank did not confirm the payment. Please try again or use another card.`;
  const look = () => getRegistration(id);
  const follow = async (begin: () => Promise<SignUpRegistration | null>, isAbandoned = false) => {
    setShown({ phase: 'working' });
    try {
      const { payment, refusal } = await followPayment(await begin(), {
        ...(!isAbandoned && { authenticate: (clientSecret) => authenticateCardholder(clientSecret) }),
        look,
        wait,
      });
      if (payment.status === 'succeeded') location.assign(payment.redirectUrl ?? '/Confirmation');
      else if (payment.status === 'failed')
        setShown({ phase: 'failed', message: payment.error?.message || unconfirmed });
      else setShown({ phase: 'unconfirmed', message: refusal || unconfirmed });
    } catch (error) {
      if (isNotFound(error)) location.replace(checkoutAddress());
      else setShown({ phase: 'unconfirmed', message: describeProblem(error) });
    }
  };
  const confirm = () => follow(() => unlessMissed(look()));
  const abandon = () => follow(() => abandonRegistration(id), true);
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: followed once
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void confirm();
  }, []);
  return { shown, confirm, abandon };
}

/** The address of the card's step, on which all other input is kept. */
const checkoutAddress = () =>
  formatAddress('purchase', 'checkout', parsePlace(location.pathname, location.search), wizardSearch());
