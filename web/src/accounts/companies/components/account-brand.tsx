import { Trans } from '@lingui/react/macro';
import type { Account } from '@portico/contract';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const AccountBrandDialog = lazyPart(() =>
  import('./account-brand-dialog.tsx').then((module) => module.AccountBrandDialog),
);

/** Opens the dialog that assigns an account to another brand (BRAND-6); hidden from read-only operators. */
export function AccountBrandButton({ account }: { account: Account }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!can('operator.manageAccounts')) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        {...AccountBrandDialog.warmUp}
        size="sm"
        variant="quiet"
        className="-mr-3"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Trans>Change brand</Trans>
      </Button>
      <PartBoundary onFailure={close}>
        {isOpen && <AccountBrandDialog account={account} onClose={close} />}
      </PartBoundary>
    </>
  );
}
