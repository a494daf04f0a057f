import { Plural, Trans } from '@lingui/react/macro';
import type { ExternalProvider, ExternalProviderRow } from '@portico/contract';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { useRemoveProvider } from '../external-providers.api.ts';

interface RemoveProviderProps {
  provider: Pick<ExternalProviderRow, 'id' | 'name' | 'active'> & Partial<Pick<ExternalProvider, 'openSessions'>>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved?: () => void;
}

/** Asks before a provider is deleted, and explains who is affected. */
export function RemoveProvider({ provider, open, onOpenChange, onRemoved }: RemoveProviderProps) {
  const { id, name, active, openSessions = 0 } = provider;
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
        <>
          {active ? (
            <Trans>
              Nobody can sign in with {name} any more. Its mail domains, its tests and its log are deleted too; the
              users stay.
            </Trans>
          ) : (
            <Trans>The mail domains, the tests and the log of {name} are deleted too; the users stay.</Trans>
          )}{' '}
          <EndingSessions count={openSessions} />
        </>
      }
      confirmLabel={<Trans>Delete provider</Trans>}
      isPending={remove.isPending}
      error={remove.error instanceof ConfirmationCanceled ? undefined : remove.error}
      onConfirm={confirm}
    />
  );
}

/** The number of sessions that end with a provider. Renders nothing for zero or an unknown number. */
export function EndingSessions({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Plural
      value={count}
      one="# session that began with it ends at once."
      other="# sessions that began with it end at once."
    />
  );
}
