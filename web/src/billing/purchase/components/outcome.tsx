import { Trans } from '@lingui/react/macro';
import { Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '../../../lib/cn.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Overtaken as OvertakenBy } from '../model/overtaken.ts';
import { useFlow } from './flow-context.ts';

/** A payment in progress, which is polled; there is nothing to press. */
export function Progress({ phase }: { phase: 'authenticating' | 'pending' | 'abandoning' }) {
  const { isDirect } = useFlow();
  return (
    <div
      role="status"
      className="flex min-h-72 rounded-card border border-line bg-surface flex-col items-center justify-center gap-4 px-6 py-12 text-center"
    >
      <Spinner className="size-8 text-accent-text" />
      <div className="max-w-md">
        <p className="text-lg font-semibold tracking-tight">
          {phase === 'authenticating' && <Trans>Waiting for your confirmation</Trans>}
          {phase === 'abandoning' && <Trans>Your purchase is being given up</Trans>}
          {phase === 'pending' &&
            (isDirect ? (
              <Trans>Your subscription is being set up</Trans>
            ) : (
              <Trans>Your purchase is being confirmed</Trans>
            ))}
        </p>
        <p className="mt-1 text-muted">
          {phase === 'authenticating' && (
            <Trans>Your bank asks you to confirm the payment. Please follow its instructions.</Trans>
          )}
          {phase === 'abandoning' && (
            <Trans>
              The payment provider has not answered yet. There is nothing to do: the purchase is given up as soon as it
              does, even if you close this.
            </Trans>
          )}
          {phase === 'pending' &&
            (isDirect ? (
              <Trans>
                This takes a little longer than usual. You do not have to do anything: it continues even if you close
                this, and the subscription appears in your products.
              </Trans>
            ) : (
              <Trans>
                The payment provider has not answered yet. You do not have to do anything: it continues even if you
                close this, and the subscription appears in your products.
              </Trans>
            ))}
        </p>
      </div>
    </div>
  );
}

/**
 * The cardholder did not confirm. The purchase waits until they do, or until it is abandoned with the buttons below.
 */
export function Unauthenticated({ message }: { message: string }) {
  return (
    <NotBought
      icon={TriangleAlert}
      iconColor="text-warning"
      title={<Trans>Your bank has not confirmed the payment</Trans>}
      meaning={
        <Trans>
          Nothing is bought or charged yet. Confirm the payment with your bank, or give up this purchase and choose
          another card. Your selection is kept.
        </Trans>
      }
    >
      <p className="mt-3 text-muted">
        <Trans>If you leave, the purchase waits for an hour, and you find both ways on the product’s page.</Trans>
      </p>
      {message && (
        <Alert tone="bad" className="mt-5 text-left">
          {message}
        </Alert>
      )}
    </NotBought>
  );
}

/** The plan has been bought or changed elsewhere, so there is nothing left to buy. */
export function Overtaken({ by }: { by: NonNullable<OvertakenBy> }) {
  const { name } = useFlow().plan;
  return (
    <NotBought
      icon={Info}
      iconColor="text-accent-text"
      title={
        by === 'active' ? <Trans>{name} is active already</Trans> : <Trans>Something has changed in the meantime</Trans>
      }
      meaning={
        by === 'active' ? (
          <Trans>
            Your account subscribed to it while this window was open: in another window, or somebody else did. Nothing
            further is charged.
          </Trans>
        ) : (
          <Trans>
            What your account has of this product was changed in another window, or by somebody else. Nothing is charged
            from here. Close this to see the current state.
          </Trans>
        )
      }
    />
  );
}

/** Another operation of the account is pending, so the current choices were not bought. */
export function Refused() {
  return (
    <NotBought
      icon={Info}
      iconColor="text-accent-text"
      title={<Trans>Another purchase or change is being confirmed</Trans>}
      meaning={
        <Trans>
          Your selection was not bought, and you are not charged for it. You can choose again once the other one is
          complete.
        </Trans>
      }
    />
  );
}

interface NotBoughtProps {
  icon: LucideIcon;
  iconColor: `text-${string}`;
  title: ReactNode;
  meaning: ReactNode;
  children?: ReactNode;
}

/** An outcome in which nothing was bought: what happened, and what it means. */
function NotBought({ icon: Icon, iconColor, title, meaning, children }: NotBoughtProps) {
  return (
    <div className="flex min-h-72 rounded-card border border-line bg-surface flex-col items-center justify-center gap-5 py-8 text-center">
      <Icon aria-hidden="true" className={cn('size-12', iconColor)} strokeWidth={1.5} />
      <div className="max-w-md">
        <OutcomeHeading>{title}</OutcomeHeading>
        <p className="mt-1 text-muted">{meaning}</p>
        {children}
      </div>
    </div>
  );
}

/** Takes the focus, so that screen readers read the outcome. */
export function OutcomeHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-title font-semibold leading-7 tracking-tight outline-none">
      {children}
    </h2>
  );
}
