import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { warmUpStripe } from '../../../lib/stripe.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { useCardsLock } from '../unsettled-cards.ts';

const AddCardDialog = lazyPart(() => import('./add-card-dialog.tsx').then((module) => module.AddCardDialog));

/**
 * Opens the dialog that adds a card. Its code and the payment provider's script load while the pointer or focus rests
 * on it.
 */
export function AddCardButton({ variant = 'secondary', size }: Pick<ButtonProps, 'variant' | 'size'>) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const { isLocked, describedBy } = useCardsLock();
  const warm = () => {
    AddCardDialog.warmUp.onPointerEnter();
    warmUpStripe();
  };
  return (
    <>
      <Button
        variant={variant}
        size={size}
        locked={isLocked}
        aria-describedby={describedBy}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden="true" />
        <Trans>Add a card</Trans>
      </Button>
      <Suspense>{isOpen !== null && <AddCardDialog open={isOpen} onOpenChange={setIsOpen} />}</Suspense>
    </>
  );
}
