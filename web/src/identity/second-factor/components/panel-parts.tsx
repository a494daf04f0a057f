import { Trans } from '@lingui/react/macro';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FlowButtons } from './flow-buttons.tsx';

export interface PanelProps {
  onBack: (() => void) | undefined;
  onCancel: (() => void) | undefined;
  /** @param recoveryCodes the codes that came with the first method; null for further methods */
  onEnabled: (recoveryCodes: readonly string[] | null) => void;
}

/** A failure that belongs to no field. */
export function PanelProblem({ error, isShown }: { error: unknown; isShown: boolean }) {
  if (!error || isShown || error instanceof ConfirmationCanceled) return null;
  return <Alert tone="bad">{describeProblem(error)}</Alert>;
}

interface PanelButtonsProps extends Omit<PanelProps, 'onEnabled'> {
  isPending?: boolean;
  /** Whether the method can be enabled already. */
  canEnable?: boolean;
}

export function PanelButtons({ onBack, onCancel, isPending = false, canEnable = true }: PanelButtonsProps) {
  return (
    <FlowButtons>
      {onBack && (
        <Button onClick={onBack} disabled={isPending}>
          <Trans>Back</Trans>
        </Button>
      )}
      {!onBack && onCancel && (
        <Button onClick={onCancel} disabled={isPending}>
          <Trans>Cancel</Trans>
        </Button>
      )}
      {canEnable && (
        <Button type="submit" variant="primary" pending={isPending}>
          <Trans>Enable</Trans>
        </Button>
      )}
    </FlowButtons>
  );
}
