import { Trans } from '@lingui/react/macro';
import type { Company } from '@portico/contract';
import { useState } from 'react';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { useRemoveCompany } from '../companies.api.ts';

interface RemoveCompanyButtonProps {
  company: Company;
  onRemoved: () => void;
}

/** The button that deletes a brand; hidden for the default brand and for brands with accounts (BRAND-5). */
export function RemoveCompanyButton({
  company: { id, name, isDefault, accounts },
  onRemoved,
}: RemoveCompanyButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const remove = useRemoveCompany(id);
  if (isDefault || accounts > 0 || !can('operator.manageCompanies')) return null;
  return (
    <>
      <Button variant="dangerSecondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Trans>Remove brand</Trans>
      </Button>
      <LateConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={<Trans>Remove the brand {name}?</Trans>}
        description={
          <Trans>
            Its logos are deleted, and its sign-up address is free again. Mail that it sent bears the default brand.
          </Trans>
        }
        confirmLabel={<Trans>Remove brand</Trans>}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
      />
    </>
  );
}
