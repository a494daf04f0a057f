import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const AddOperatorDialog = lazyPart(() =>
  import('./add-operator-dialog.tsx').then((module) => module.AddOperatorDialog),
);

/** Opens the dialog that adds an operator; hidden from read-only operators. */
export function AddOperatorButton() {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  if (!can('operator.manageOperators')) return null;
  return (
    <>
      <Button variant="primary" aria-haspopup="dialog" {...AddOperatorDialog.warmUp} onClick={() => setIsOpen(true)}>
        <Trans>Add operator</Trans>
      </Button>
      <PartBoundary onFailure={() => setIsOpen(null)}>
        {isOpen !== null && <AddOperatorDialog open={isOpen} onOpenChange={setIsOpen} />}
      </PartBoundary>
    </>
  );
}
