import { Trans } from '@lingui/react/macro';
import type { ExternalProviderRow } from '@portico/contract';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { useRemoveProvider } from '../external-providers.api.ts';

interface RemoveProviderProps {
  provider: Pick<ExternalProviderRow, 'id' | 'name' | 'active'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved?: () => void;
}

/** Asks before a provider is deleted, and explains who is affected. */
export function RemoveProvider({ provider: { id, name, active }, open, onOpenChange, onRemoved }: RemoveProviderProps) {
  const remove = useRemoveProvider(id);
  const close = () => {
    remove.reset();
    onOpenChange(false);
  };
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        close();
        onRemoved?.();
      },
    });
  return (
    <LateConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={<Trans>Are you sure you want to delete this provider?</Trans>}
      description={
        active ? (
          <Trans>
            Nobody can sign in with {name} any more. Its mail domains, its tests and its log are deleted too; the users
            stay.
          </Trans>
        ) : (
          <Trans>The mail domains, the tests and the log of {name} are deleted too; the users stay.</Trans>
        )
      }
      confirmLabel={<Trans>Delete provider</Trans>}
      isPending={remove.isPending}
      error={remove.error instanceof ConfirmationCanceled ? undefined : remove.error}
      onConfirm={confirm}
    />
  );
}
