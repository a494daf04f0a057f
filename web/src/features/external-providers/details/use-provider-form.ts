import { useLingui } from '@lingui/react/macro';
import type { ExternalProvider, ExternalProviderForm } from '@portico/contract';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { useActivateProvider, useSaveProvider } from '../api/providers.ts';
import { changesTested, draftOf, hasPassedTest, inputOf, type ProviderDraft } from '../model/provider-draft.ts';

/** The words above each field; the server's refusals name them. */
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

/** The version that the present changes began with: a newer one is another editor's. */
function useBaseVersion(version: number, isChanged: boolean): () => number {
  const base = useRef(version);
  if (!isChanged) base.current = version;
  return () => base.current;
}

/** A provider's form, which its page's head sends too: enabling saves what stands in it (spec 2, §4). */
export function useProviderForm(provider: ExternalProvider) {
  const labels = useLabels();
  const form = useForm<ProviderDraft>({
    values: draftOf(provider),
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const { isDirty } = form.formState;
  const baseVersion = useBaseVersion(provider.version, isDirty);
  const save = useSaveProvider(provider.id);
  const activate = useActivateProvider(provider.id);
  const isActivating = useRef(false);

  const send = (call: (input: ExternalProviderForm) => Promise<ExternalProvider>) =>
    form.handleSubmit(async (draft) => {
      try {
        const saved = await call(inputOf(draft, provider.type, baseVersion()));
        // The typed secret leaves its field too.
        form.reset(draftOf(saved), { keepDirtyValues: false });
      } catch (error) {
        applyProblemToForm(error, form, labels);
      }
    })();
  const draft = form.watch();
  return {
    form,
    labels,
    draft,
    isChanged: isDirty,
    isSaving: save.isPending,
    isEnabling: activate.isPending,
    /** Whether client and secret have to be there: the provider is enabled, or about to be. */
    needsClient: () => provider.active || isActivating.current,
    /** Whether what would be enabled has passed a test as it stands. */
    isTested: hasPassedTest(provider) && !changesTested(draft, provider),
    save: () => {
      isActivating.current = false;
      return send((input) => save.mutateAsync(input));
    },
    enable: (withoutPassedTest: boolean) => {
      isActivating.current = true;
      return send((input) => activate.mutateAsync({ ...input, ...(withoutPassedTest && { withoutPassedTest }) }));
    },
  };
}

export type ProviderEditor = ReturnType<typeof useProviderForm>;
