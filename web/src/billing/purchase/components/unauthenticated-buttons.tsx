import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import type { Payment } from '../model/flow.ts';

interface UnauthenticatedButtonsProps {
  payment: Extract<Payment, { phase: 'unauthenticated' }>;
  onAbandon: (operationId: string) => void;
  onConfirm: (operationId: string) => void;
}

/**
 * The buttons of a payment that the bank has not confirmed. Abandoning needs no confirmation, because the choices are
 * kept.
 */
export function UnauthenticatedButtons({
  payment: { operationId, work },
  onAbandon,
  onConfirm,
}: UnauthenticatedButtonsProps) {
  return (
    <>
      <Button
        variant="dangerSecondary"
        size="lg"
        className="ml-auto max-sm:ml-0 max-sm:min-w-0 max-sm:flex-1 max-sm:shrink max-sm:whitespace-normal max-sm:px-2 max-sm:leading-tight"
        pending={work === 'abandoning'}
        disabled={work === 'authenticating'}
        onClick={() => onAbandon(operationId)}
      >
        <Trans>Give up and choose another card</Trans>
      </Button>
      <Button
        variant="primary"
        size="lg"
        className="max-sm:min-w-0 max-sm:flex-1 max-sm:shrink max-sm:whitespace-normal max-sm:px-2"
        pending={work === 'authenticating'}
        disabled={work === 'abandoning'}
        onClick={() => onConfirm(operationId)}
      >
        <Trans>Confirm payment</Trans>
      </Button>
    </>
  );
}
