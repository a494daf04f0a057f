import { Trans } from '@lingui/react/macro';
import type { PurchaseResult } from '@portico/contract';
import { CircleCheck, Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { ExternalLink } from '../../../ui/link.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Overtaken as OvertakenBy } from '../model/overtaken.ts';
import { chosenPricePlan } from '../model/selection.ts';
import { useFlow } from './flow-context.ts';

/** Money is on its way: nothing to press, whatever happens is followed. */
export function Progress({ phase }: { phase: 'authenticating' | 'pending' }) {
  const { isDirect } = useFlow();
  return (
    <div role="status" className="flex min-h-72 flex-col items-center justify-center gap-4 px-6 py-12 text-center">
      <Spinner className="size-8 text-accent-text" />
      <div className="max-w-md">
        <p className="text-lg font-semibold tracking-tight">
          {phase === 'authenticating' && <Trans>Waiting for your confirmation</Trans>}
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
          {phase === 'pending' &&
            (isDirect ? (
              <Trans>
                This takes a little longer than usual. There is nothing to do: it goes on even if you close this, and
                the subscription appears in your products.
              </Trans>
            ) : (
              <Trans>
                The payment provider has not answered yet. There is nothing to do: it goes on even if you close this,
                and the subscription appears in your products.
              </Trans>
            ))}
        </p>
      </div>
    </div>
  );
}

/** It worked: what was bought, what was paid, what comes next. */
export function Success({ result }: { result: PurchaseResult }) {
  const { product, plan, state, isChange, isDirect } = useFlow();
  const { money, date, number } = useFormat();
  const pricePlan = chosenPricePlan(plan, state);
  const name = product.displayName;
  const paid = result.amountPaid ? money(result.amountPaid, pricePlan.currency) : null;
  const next = result.nextPaymentDate ? date(result.nextPaymentDate) : null;
  return (
    <div className="flex min-h-72 flex-col items-center justify-center gap-5 py-8 text-center">
      <CircleCheck aria-hidden="true" className="size-12 text-ok" strokeWidth={1.5} />
      <div>
        <OutcomeHeading>
          {isChange ? <Trans>Your subscription is changed</Trans> : <Trans>You are subscribed to {name}</Trans>}
        </OutcomeHeading>
        <p className="mt-1 text-muted">
          {plan.name}
          {!plan.isTrial && <> · {pricePlan.nickname}</>}
          {state.quantity > 1 && <> · {number(state.quantity)}</>}
        </p>
      </div>
      {isDirect && !paid && !next ? (
        <p>
          <Trans>There is nothing to pay.</Trans>
        </p>
      ) : (
        <Payments paid={paid} next={next} />
      )}
      {result.receiptUrl && paid && (
        <ExternalLink href={result.receiptUrl}>
          <Trans>Open the invoice</Trans>
        </ExternalLink>
      )}
    </div>
  );
}

/** What was paid, and what is paid next. */
function Payments({ paid, next }: { paid: string | null; next: string | null }) {
  return (
    <dl className="w-full max-w-sm rounded-card border border-line bg-canvas px-5 py-4 text-left">
      <div className="flex justify-between gap-4">
        <dt>
          <Trans>Paid today</Trans>
        </dt>
        <dd className="font-medium tabular-nums">{paid ?? <Trans>Nothing</Trans>}</dd>
      </div>
      <div className="mt-2 flex justify-between gap-4">
        <dt>
          <Trans>Next payment</Trans>
        </dt>
        <dd className="font-medium tabular-nums">{next ?? <Trans>None</Trans>}</dd>
      </div>
    </dl>
  );
}

/** What was being bought is no longer what there is to buy: it was bought or changed meanwhile, not from here. */
export function Overtaken({ by }: { by: NonNullable<OvertakenBy> }) {
  const { plan } = useFlow();
  const { name } = plan;
  return (
    <div className="flex min-h-72 flex-col items-center justify-center gap-5 py-8 text-center">
      <Info aria-hidden="true" className="size-12 text-accent-text" strokeWidth={1.5} />
      <div className="max-w-md">
        <OutcomeHeading>
          {by === 'active' ? <Trans>{name} is active already</Trans> : <Trans>Something has changed meanwhile</Trans>}
        </OutcomeHeading>
        <p className="mt-1 text-muted">
          {by === 'active' ? (
            <Trans>
              Your account subscribed to it while this window was open: in another window, or somebody else did. Nothing
              further is charged.
            </Trans>
          ) : (
            <Trans>
              What your account has of this product was changed in another window, or by somebody else. Nothing is
              charged from here. Close this to see how things stand now.
            </Trans>
          )}
        </p>
      </div>
    </div>
  );
}

/** Something else of the product is being confirmed, begun elsewhere or before: what was chosen now is not part of it. */
export function Refused() {
  const { displayName: name } = useFlow().product;
  return (
    <div className="flex min-h-72 flex-col items-center justify-center gap-5 py-8 text-center">
      <Info aria-hidden="true" className="size-12 text-accent-text" strokeWidth={1.5} />
      <div className="max-w-md">
        <OutcomeHeading>
          <Trans>Another purchase or change of {name} is being confirmed</Trans>
        </OutcomeHeading>
        <p className="mt-1 text-muted">
          <Trans>
            What you chose now was not bought, and nothing is charged for it. Once the other one is settled, you can
            choose again.
          </Trans>
        </p>
      </div>
    </div>
  );
}

/** Takes the focus, so that a screen reader says how it ended. */
function OutcomeHeading({ children }: { children: ReactNode }) {
  const Heading = `h${useFlow().headingLevel}` as const;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Heading ref={heading} tabIndex={-1} className="text-title font-semibold leading-7 tracking-tight outline-none">
      {children}
    </Heading>
  );
}
