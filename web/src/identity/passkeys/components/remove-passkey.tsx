import { Trans } from '@lingui/react/macro';
import type { Passkey } from '@portico/contract';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useRemovePasskey } from '../passkeys.api.ts';

/** Asks before a passkey is removed. */
export function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRemovePasskey();
  const { name } = passkey;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Remove the passkey {name}?</Trans>}
      description={<Trans>It no longer opens your account. Your other ways to sign in stay as they are.</Trans>}
      confirmLabel={<Trans>Remove passkey</Trans>}
      isPending={remove.isPending}
      error={remove.error instanceof ConfirmationCanceled ? null : remove.error}
      onConfirm={() => remove.mutate(passkey, { onSuccess: onClose })}
    />
  );
}
