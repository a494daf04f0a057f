import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import type { Payment } from '../model/flow.ts';

interface UnconfirmedButtonsProps {
  payment: Extract<Payment, { phase: 'unconfirmed' }>;
  onGiveUp: (operationId: string) => void;
  onConfirm: (operationId: string) => void;
}

/** The ways on from a payment that the bank has not confirmed. Giving it up is not asked about again: what was chosen stays. */
export function UnconfirmedButtons({ payment: { operationId, work }, onGiveUp, onConfirm }: UnconfirmedButtonsProps) {
  return (
    <>
      <Button
        variant="dangerSecondary"
        className="max-sm:w-full"
        pending={work === 'givingUp'}
        disabled={work === 'confirming'}
        onClick={() => onGiveUp(operationId)}
      >
        <Trans>Give up and choose another card</Trans>
      </Button>
      <Button
        variant="primary"
        className="max-sm:w-full"
        pending={work === 'confirming'}
        disabled={work === 'givingUp'}
        onClick={() => onConfirm(operationId)}
      >
        <Trans>Confirm payment</Trans>
      </Button>
    </>
  );
}
