import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const ActAsDialog = lazyPart(() => import('./act-as-dialog.tsx').then((module) => module.ActAsDialog));

interface ActAsButtonProps {
  userId: number;
  name: string;
  /** Whether the button is in a row that names the user. */
  isInRow?: boolean;
}

/** Opens the dialog in which an operator states why they act as a user. */
export function ActAsButton({ userId, name, isInRow = false }: ActAsButtonProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        {...ActAsDialog.warmUp}
        variant={isInRow ? 'secondary' : 'primary'}
        aria-label={t`Act as ${name}`}
        onClick={() => setIsOpen(true)}
      >
        {isInRow ? <Trans>Act as</Trans> : <Trans>Act as {name}</Trans>}
      </Button>
      <PartBoundary onFailure={close}>
        {isOpen && <ActAsDialog userId={userId} name={name} onClose={close} />}
      </PartBoundary>
    </>
  );
}
