import { Trans } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { useState } from 'react';
import { can } from '../../../lib/permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ActiveTag } from '../components/provider-tags.tsx';
import { EndingSessions, RemoveProvider } from '../components/remove-provider.tsx';
import { useDeactivateProvider } from '../external-providers.api.ts';
import { hasAllParts, missingParts } from '../model/provider-draft.ts';
import { typeNames } from '../model/type-names.ts';
import { MissingParts } from './missing-parts.tsx';
import type { ProviderEditor } from './use-provider-form.ts';

interface ProviderHeaderProps {
  provider: ExternalProvider;
  editor: ProviderEditor;
  /** Enables the provider, after a question if no test has passed. */
  onEnable: () => void;
  onRemoved: () => void;
}

const missingId = 'missing-parts';

/** The provider's name, state and actions. */
export function ProviderHeader({ provider, editor, onEnable, onRemoved }: ProviderHeaderProps) {
  const { name, type, active, mailDomains } = provider;
  const domains = mailDomains.join(', ');
  const mayManage = can('externalProviders.manage');
  const missing = mayManage && !active ? missingParts(editor.draft, provider, editor.isTested) : [];
  return (
    <>
      <PageHeader
        title={name}
        tags={
          <>
            <ActiveTag isActive={active} />
            <Badge tone="accent">{typeNames[type]}</Badge>
          </>
        }
        description={
          mailDomains.length > 0 ? (
            <Trans>For everybody with an address at {domains}</Trans>
          ) : (
            <Trans>Nobody can use it yet: prove that a mail domain is yours</Trans>
          )
        }
        actions={
          mayManage && (
            <Actions
              provider={provider}
              editor={editor}
              onEnable={onEnable}
              onRemoved={onRemoved}
              describedBy={missing.length > 0 ? missingId : undefined}
            />
          )
        }
      />
      {missing.length > 0 && <MissingParts id={missingId} parts={missing} />}
    </>
  );
}

function Actions({
  provider,
  editor,
  onEnable,
  onRemoved,
  describedBy,
}: ProviderHeaderProps & { describedBy: string | undefined }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const deactivate = useDeactivateProvider(provider.id);
  const { isSaving, isEnabling, draft } = editor;
  return (
    <>
      <Button
        variant="dangerSecondary"
        aria-haspopup="dialog"
        disabled={isEnabling || deactivate.isPending}
        onClick={() => setIsRemoving(true)}
      >
        <Trans>Delete</Trans>
      </Button>
      {provider.active ? (
        <Button
          pending={deactivate.isPending}
          onClick={() => (provider.openSessions > 0 ? setIsAsking(true) : deactivate.mutate())}
        >
          <Trans>Deactivate</Trans>
        </Button>
      ) : (
        <Button
          variant={editor.isTested ? 'primary' : 'secondary'}
          pending={isEnabling}
          disabled={!hasAllParts(draft, provider) || isSaving}
          aria-describedby={describedBy}
          onClick={onEnable}
        >
          <Trans>Enable</Trans>
        </Button>
      )}
      <LateConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={<Trans>Deactivate {provider.name}?</Trans>}
        description={<EndingSessions count={provider.openSessions} />}
        confirmLabel={<Trans>Deactivate</Trans>}
        isPending={deactivate.isPending}
        onConfirm={() => deactivate.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
      <RemoveProvider provider={provider} open={isRemoving} onOpenChange={setIsRemoving} onRemoved={onRemoved} />
    </>
  );
}
