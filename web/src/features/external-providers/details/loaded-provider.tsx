import { Trans } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { useState } from 'react';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { AddressesCard } from './addresses-card.tsx';
import { BreakGlassCard } from './break-glass-card.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { DomainsCard } from './domains-card.tsx';
import { EarlierTestsCard } from './earlier-tests-card.tsx';
import { GeneralForm } from './general-form.tsx';
import { MappingsCard } from './mappings-card.tsx';
import { ProductLinksCard } from './product-links-card.tsx';
import { ProviderHeader } from './provider-header.tsx';
import { SignInsCard } from './sign-ins-card.tsx';
import { TestCard } from './test-card.tsx';
import { useProviderForm } from './use-provider-form.ts';

/** The page's body, once the provider is known. */
export function LoadedProvider({ provider, onRemoved }: { provider: ExternalProvider; onRemoved: () => void }) {
  const editor = useProviderForm(provider);
  const [isAsking, setIsAsking] = useState(false);
  const enable = () => (editor.isTested ? void editor.enable(false) : setIsAsking(true));
  return (
    <>
      <UnsavedChangesGuard isChanged={editor.isChanged && !editor.isSaving && !editor.isEnabling} />
      <ProviderHeader provider={provider} editor={editor} onEnable={enable} onRemoved={onRemoved} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_376px]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <TestCard provider={provider} isChanged={editor.isChanged} />
          <GeneralForm provider={provider} editor={editor} />
          <DomainsCard provider={provider} />
          <MappingsCard provider={provider} />
          <SignInsCard provider={provider} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {!provider.active && (
            <ChecklistCard provider={provider} editor={editor} onEnableAnyway={() => setIsAsking(true)} />
          )}
          <AddressesCard provider={provider} />
          <EarlierTestsCard provider={provider} />
          <ProductLinksCard />
          <BreakGlassCard provider={provider} />
        </div>
      </div>
      <LateConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        tone="primary"
        title={<Trans>Enable it without a passed test?</Trans>}
        description={
          <Trans>
            If something is wrong, your people see an error in place of their sign-in. You can deactivate the provider
            again at any time.
          </Trans>
        }
        confirmLabel={<Trans>Enable without a test</Trans>}
        onConfirm={() => {
          setIsAsking(false);
          void editor.enable(true);
        }}
      />
    </>
  );
}
