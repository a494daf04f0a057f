import { Trans } from '@lingui/react/macro';
import type { CatalogList } from '@portico/contract';
import { useState } from 'react';
import { can } from '../../../../lib/permissions.ts';
import { Button } from '../../../../ui/button.tsx';
import { LateConfirmDialog } from '../../../../ui/late-confirm-dialog.tsx';
import { useRemoveEntry } from '../api/drafts.ts';

interface RemoveEntryButtonProps {
  list: CatalogList;
  id: string;
  onRemoved: () => void;
}

/** The button that takes an entry out of the draft. */
export function RemoveEntryButton({ list, id, onRemoved }: RemoveEntryButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const remove = useRemoveEntry(list, id);
  if (!can('operator.manageCatalog')) return null;
  const isProduct = list === 'products';
  const words = isProduct ? <Trans>Retire product</Trans> : <Trans>End coupon</Trans>;
  return (
    <>
      <Button variant="dangerSecondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {words}
      </Button>
      <LateConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={isProduct ? <Trans>Retire {id}?</Trans> : <Trans>End {id}?</Trans>}
        description={
          isProduct ? (
            <Trans>Once it is published, nobody can buy it any more. Who has it keeps it at their price.</Trans>
          ) : (
            <Trans>Once it is published, nobody can use it any more. Discounts that were given stay.</Trans>
          )
        }
        confirmLabel={words}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
      />
    </>
  );
}
