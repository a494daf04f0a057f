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

/** The page's content, once the provider is loaded. */
export function LoadedProvider({ provider, onRemoved }: { provider: ExternalProvider; onRemoved: () => void }) {
  const editor = useProviderForm(provider);
  const [asksFor, setAsksFor] = useState<UntestedUse | null>(null);
  const enable = () => (editor.isTested ? void editor.enable(false) : setAsksFor('enable'));
  const save = async () => {
    if (!editor.goesLiveUntested) return editor.save(false);
    // The form's own errors are shown before the question.
    if (await editor.form.trigger(undefined, { shouldFocus: true })) setAsksFor('save');
  };
  return (
    <>
      <UnsavedChangesGuard isChanged={editor.isChanged && !editor.isSaving && !editor.isEnabling} />
      <ProviderHeader provider={provider} editor={editor} onEnable={enable} onRemoved={onRemoved} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_376px]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <TestCard provider={provider} editor={editor} />
          <GeneralForm provider={provider} editor={editor} onSave={() => void save()} />
          <DomainsCard provider={provider} />
          <MappingsCard provider={provider} />
          <SignInsCard provider={provider} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {!provider.active && (
            <ChecklistCard provider={provider} editor={editor} onEnableAnyway={() => setAsksFor('enable')} />
          )}
          <AddressesCard provider={provider} />
          <EarlierTestsCard provider={provider} />
          <ProductLinksCard />
          <BreakGlassCard provider={provider} />
        </div>
      </div>
      <UntestedQuestion
        use={asksFor}
        onClose={() => setAsksFor(null)}
        onConfirm={(use) => void (use === 'enable' ? editor.enable(true) : editor.save(true))}
      />
    </>
  );
}

type UntestedUse = 'enable' | 'save';

interface UntestedQuestionProps {
  use: UntestedUse | null;
  onClose: () => void;
  onConfirm: (use: UntestedUse) => void;
}

/** Asks before users depend on untested settings (SSO-13). */
function UntestedQuestion({ use, onClose, onConfirm }: UntestedQuestionProps) {
  // The dialog keeps its text while it closes.
  const [shown, setShown] = useState<UntestedUse>('enable');
  if (use !== null && use !== shown) setShown(use);
  const isSaving = (use ?? shown) === 'save';
  return (
    <LateConfirmDialog
      open={use !== null}
      onOpenChange={onClose}
      tone="primary"
      title={isSaving ? <Trans>Save it without a passed test?</Trans> : <Trans>Enable it without a passed test?</Trans>}
      description={
        isSaving ? (
          <Trans>
            People sign in with these settings at once. If something is wrong, they see an error in place of their
            sign-in. You can test the settings first, before you save them.
          </Trans>
        ) : (
          <Trans>
            If something is wrong, your people see an error in place of their sign-in. You can deactivate the provider
            again at any time.
          </Trans>
        )
      }
      confirmLabel={isSaving ? <Trans>Save without a test</Trans> : <Trans>Enable without a test</Trans>}
      onConfirm={() => {
        onClose();
        if (use !== null) onConfirm(use);
      }}
    />
  );
}
