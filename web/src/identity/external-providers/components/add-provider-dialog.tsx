import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider, ExternalProviderType } from '@portico/contract';
import { domainSuffixes, externalProviderTypes } from '@portico/contract/browser';
import { type RefObject, useId, useMemo } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useAddProvider } from '../external-providers.api.ts';
import { maySave, withoutSuffix } from '../model/provider-draft.ts';
import { typeNames } from '../model/type-names.ts';
import { SuffixInput } from './suffix-input.tsx';

interface AddProviderDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdded: (provider: ExternalProvider) => void;
}

interface NewProviderDraft {
  name: string;
  type: ExternalProviderType;
  domain: string;
  tenantId: string;
}

const empty: NewProviderDraft = { name: '', type: externalProviderTypes.entraId, domain: '', tenantId: '' };

function toNewProvider({ name, type, domain, tenantId }: NewProviderDraft) {
  const isEntra = type === externalProviderTypes.entraId;
  return {
    name: name.trim(),
    type,
    domain: withoutSuffix(domain, type),
    tenantId: isEntra ? tenantId.trim() : null,
  };
}

/** Adds a provider and opens it. Server errors appear at their fields, and no input is lost. */
export function AddProviderDialog({ open, onOpenChange, onAdded }: AddProviderDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const chosenType = useChosenType(formId);
  const add = useAddProvider();
  const form = useForm<NewProviderDraft>({ defaultValues: empty, mode: 'onTouched' });
  const labels = { name: t`Name`, type: t`Type`, domain: t`Domain`, tenantId: t`Tenant ID` };
  const draft = form.watch();
  const isComplete = draft.name.trim() !== '' && maySave(draft, draft.type);
  const close = (next: boolean) => {
    if (!next) form.reset(empty);
    onOpenChange(next);
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      const added = await add.mutateAsync(toNewProvider(values));
      close(false);
      onAdded(added);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="xl"
      isBusy={add.isPending}
      initialFocus={chosenType}
      title={<Trans>Add External Provider</Trans>}
      description={<Trans>It stays disabled until you enable it, so no sign-in changes yet.</Trans>}
      footer={
        <FormButtons formId={formId} isPending={add.isPending} onCancel={() => close(false)} isDisabled={!isComplete}>
          <Trans context="button">Add</Trans>
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending && isComplete) void submit(event);
        }}
      >
        <TypeChoice form={form} />
        <Fields form={form} labels={labels} />
      </form>
    </Dialog>
  );
}

/** The type is focused first. If the name were, going on to the type would mark the empty name as missing. */
function useChosenType(formId: string): RefObject<HTMLElement | null> {
  return useMemo(
    () => ({
      get current() {
        const form = document.getElementById(formId);
        return form?.querySelector<HTMLElement>('input[type="radio"]:checked') ?? null;
      },
    }),
    [formId],
  );
}

function TypeChoice({ form }: { form: UseFormReturn<NewProviderDraft> }) {
  const { t } = useLingui();
  const { entraId, openId, okta } = externalProviderTypes;
  const options = [
    { type: entraId, text: <Trans>Microsoft’s directory, formerly Azure AD</Trans> },
    { type: okta, text: <Trans>An organization at okta.com</Trans> },
    { type: openId, text: <Trans>Google, Keycloak and every other provider of OpenID Connect</Trans> },
  ];
  return (
    <RadioList
      label={t`Type`}
      value={String(form.watch('type'))}
      onChange={(type) => {
        form.setValue('type', Number(type) as ExternalProviderType);
        form.clearErrors(['domain', 'tenantId']);
      }}
      options={options.map(({ type, text }) => ({ value: String(type), label: typeNames[type], description: text }))}
    />
  );
}

interface FieldsProps {
  form: UseFormReturn<NewProviderDraft>;
  labels: Record<'name' | 'domain' | 'tenantId', string>;
}

function Fields({ form, labels }: FieldsProps) {
  const { t } = useLingui();
  const { errors } = form.formState;
  const type = form.watch('type');
  const domainHints: Record<ExternalProviderType, string> = {
    0: t`The first part of your tenant’s own name`,
    1: t`The domain of your people’s email addresses, such as acme.com`,
    2: t`The first part of your organization’s address`,
  };
  const filled = (message: string) => (text: string) => text.trim() !== '' || message;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={labels.name}
        required
        error={errors.name?.message}
        hint={t`People read it on the sign-in page`}
        className="sm:col-span-2"
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('name', { validate: filled(t`The Name field is required.`) })}
            autoComplete="off"
            maxLength={100}
          />
        )}
      </Field>
      <Field label={labels.domain} required error={errors.domain?.message} hint={domainHints[type]}>
        {(control) => (
          <SuffixInput
            {...control}
            {...form.register('domain', { validate: filled(t`The Domain field is required.`) })}
            suffix={domainSuffixes[type]}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <TenantField form={form} label={labels.tenantId} />
    </div>
  );
}

function TenantField({ form, label }: Pick<FieldsProps, 'form'> & { label: string }) {
  const { t } = useLingui();
  const { errors } = form.formState;
  const isEntra = form.watch('type') === externalProviderTypes.entraId;
  return (
    <Field
      label={label}
      required={isEntra}
      error={isEntra ? errors.tenantId?.message : undefined}
      hint={isEntra ? t`On the overview of your directory in the Entra admin center` : t`For Entra ID only`}
    >
      {(control) => (
        <TextInput
          {...control}
          {...form.register('tenantId', {
            validate: (text, { type: chosen }) =>
              chosen !== externalProviderTypes.entraId || text.trim() !== '' || t`Tenant ID is required for Entra ID`,
          })}
          disabled={!isEntra}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
