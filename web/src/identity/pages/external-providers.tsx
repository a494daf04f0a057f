import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { ProviderTable } from '../external-providers/components/provider-table.tsx';

const AddProviderDialog = lazyPart(() =>
  import('../external-providers/components/add-provider-dialog.tsx').then((module) => module.AddProviderDialog),
);

/** The account's identity providers (SSO-1). */
export function ExternalProvidersPage() {
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState<boolean | null>(null);
  const addButton = can('externalProviders.manage') && (
    <Button {...AddProviderDialog.warmUp} variant="primary" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" />
      <Trans>Add External Provider</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader description={<Trans>Single sign-on with your company’s own logins</Trans>} actions={addButton} />
      <Card className="overflow-hidden">
        <ProviderTable onAdd={can('externalProviders.manage') ? () => setIsAdding(true) : undefined} />
      </Card>
      <PartBoundary onFailure={() => setIsAdding(null)}>
        {isAdding !== null && (
          <AddProviderDialog
            open={isAdding}
            onOpenChange={setIsAdding}
            onAdded={({ id }) => void navigate({ to: paths.externalProvider, params: { id: String(id) } })}
          />
        )}
      </PartBoundary>
    </>
  );
}
