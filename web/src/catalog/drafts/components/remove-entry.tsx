import { Plural, Trans } from '@lingui/react/macro';
import type { CatalogList } from '@portico/contract';
import { useState } from 'react';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { useRemoveEntry, useRestoreEntry } from '../drafts.api.ts';

interface RemoveEntryButtonProps {
  list: CatalogList;
  id: string;
  /** The number of accounts that have the entry. */
  accounts: number;
  onRemoved: () => void;
}

/** The button that removes an entry from the draft. */
export function RemoveEntryButton({ list, id, accounts, onRemoved }: RemoveEntryButtonProps) {
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
            <>
              <Trans>Once it is published, it can no longer be bought.</Trans>{' '}
              <Plural
                value={accounts}
                _0="Nobody has it."
                one="# customer has it, and keeps it at their price."
                other="# customers have it, and keep it at their price."
              />
            </>
          ) : (
            <Trans>Once it is published, it can no longer be used. Discounts already given stay.</Trans>
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

/** The button that restores a removed or former entry in the draft. */
export function KeepEntryButton({ list, id, isRetired }: { list: CatalogList; id: string; isRetired: boolean }) {
  const keep = useRestoreEntry(list, id);
  if (!can('operator.manageCatalog')) return null;
  return (
    <Button pending={keep.isPending} onClick={() => keep.mutate()}>
      {isRetired ? <Trans>Sell it again</Trans> : <Trans>Keep it</Trans>}
    </Button>
  );
}
