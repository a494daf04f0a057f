import { useLingui } from '@lingui/react/macro';
import type { ExternalProvider, ExternalProviderDraft, ExternalProviderForm } from '@portico/contract';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { useActivateProvider, useOwnVersion, useSaveProvider, useTests } from '../external-providers.api.ts';
import {
  createProviderDraft,
  hasPassedTest,
  type ProviderDraft,
  toProviderInput,
  unsavedSettings,
} from '../model/provider-draft.ts';

/** The labels of the fields, which server errors name. */
function useLabels() {
  const { t } = useLingui();
  return {
    name: t`Name`,
    domain: t`Domain`,
    tenantId: t`Tenant ID`,
    authority: t`Identity Provider URL`,
    clientId: t`Client ID`,
    clientSecret: t`Client secret`,
    secretExpiresOn: t`Secret expires`,
    userCreation: t`Create users at first sign-in`,
    prohibitOtherAuthentications: t`Require SSO to sign in`,
  } satisfies Record<keyof ProviderDraft, string>;
}

/**
 * The version on which the current changes are based. Other changes in this browser advance it; those of another
 * editor do not (SSO-10).
 */
function useBaseVersion({ id, version }: ExternalProvider, isChanged: boolean): () => number {
  const base = useRef(version);
  const own = useOwnVersion(id);
  if (!isChanged) base.current = version;
  else if (own === base.current + 1) base.current = own;
  return () => base.current;
}

/** The unsaved settings that were tested here, and whether they passed (SSO-55). */
function useTestedDraft(id: number) {
  const latest = useTests(id, false).data?.latest;
  const [tested, setTested] = useState<{ testId: number; settings: ExternalProviderDraft } | null>(null);
  return {
    noteTest: (testId: number, settings: ExternalProviderDraft) => setTested({ testId, settings }),
    hasPassed: (settings: ExternalProviderDraft) =>
      latest?.state === 'passed' &&
      latest.id === tested?.testId &&
      JSON.stringify(settings) === JSON.stringify(tested.settings),
  };
}

/** A provider's form. The page's header also submits the form, because enabling the provider saves it (spec 2, §4). */
export function useProviderForm(provider: ExternalProvider) {
  const labels = useLabels();
  const form = useForm<ProviderDraft>({
    values: createProviderDraft(provider),
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const { isDirty } = form.formState;
  const baseVersion = useBaseVersion(provider, isDirty);
  const { noteTest, hasPassed } = useTestedDraft(provider.id);
  const save = useSaveProvider(provider.id);
  const activate = useActivateProvider(provider.id);
  const isActivating = useRef(false);

  const send = (call: (input: ExternalProviderForm) => Promise<ExternalProvider>) =>
    form.handleSubmit(async (draft) => {
      try {
        const saved = await call(toProviderInput(draft, provider.type, baseVersion()));
        // Clears the typed secret.
        form.reset(createProviderDraft(saved), { keepDirtyValues: false });
      } catch (error) {
        applyProblemToForm(error, form, labels);
      }
    })();
  const draft = form.watch();
  const unsaved = unsavedSettings(draft, provider);
  const isTested = unsaved ? hasPassed(unsaved) : hasPassedTest(provider);
  return {
    form,
    labels,
    draft,
    isChanged: isDirty,
    isSaving: save.isPending,
    isEnabling: activate.isPending,
    /** Whether client and secret are required, because the provider is enabled or is about to be. */
    needsClient: () => provider.active || isActivating.current,
    /** Whether the settings that would be enabled have passed a test. */
    isTested,
    /** Whether saving would change an active provider to untested settings (SSO-13). */
    goesLiveUntested: provider.active && unsaved !== undefined && !isTested,
    /** The settings to test if they are unsaved; otherwise undefined. */
    unsaved,
    noteTest,
    save: (withoutPassedTest: boolean) => {
      isActivating.current = false;
      return send((input) => save.mutateAsync({ ...input, ...(withoutPassedTest && { withoutPassedTest }) }));
    },
    enable: (withoutPassedTest: boolean) => {
      isActivating.current = true;
      return send((input) => activate.mutateAsync({ ...input, ...(withoutPassedTest && { withoutPassedTest }) }));
    },
  };
}

export type ProviderEditor = ReturnType<typeof useProviderForm>;
