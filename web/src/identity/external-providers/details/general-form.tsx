import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { domainSuffixes, externalProviderTypes } from '@portico/contract/browser';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { SuffixInput } from '../components/suffix-input.tsx';
import { daysUntil, isSecureAddress, maySave, toLocalMidnight } from '../model/provider-draft.ts';
import { cardIds } from './missing-parts.tsx';
import type { ProviderEditor } from './use-provider-form.ts';

interface FormProps {
  provider: ExternalProvider;
  editor: ProviderEditor;
}

interface GeneralFormProps extends FormProps {
  /** Saves the form, after a question if users would depend on untested settings. */
  onSave: () => void;
}

/** The provider's settings, and how the portal is registered at the provider. The input is kept if saving fails. */
export function GeneralForm({ provider, editor, onSave }: GeneralFormProps) {
  const { isChanged, isSaving, isEnabling, draft } = editor;
  const readOnly = !can('externalProviders.manage');
  // When the owner saves, this confirms what an admin connected, even if nothing was changed.
  const confirms = !provider.isConfirmedByOwner && preloaded().user?.isOwner === true;
  return (
    <Card id={cardIds.settings}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSaving && !isEnabling) onSave();
        }}
      >
        <CardHeader
          title={<Trans>General</Trans>}
          className="sm:px-6"
          action={
            !readOnly && (
              <Button
                type="submit"
                variant="primary"
                pending={isSaving}
                disabled={!(isChanged || confirms) || isEnabling || !maySave(draft, provider.type)}
              >
                <Trans>Save changes</Trans>
              </Button>
            )
          }
        />
        {!provider.isConfirmedByOwner && (
          <Alert tone="info" className="mx-5 mb-5 sm:mx-6">
            {confirms ? (
              <Trans>
                An admin connected this provider: everybody except you can sign in with it. Save it to confirm it.
              </Trans>
            ) : (
              <Trans>
                The owner has not confirmed this provider: everybody except the owner can sign in with it. The owner
                confirms it by saving it.
              </Trans>
            )}
          </Alert>
        )}
        <fieldset disabled={readOnly} className="grid gap-5 px-5 pb-5 sm:px-6 md:grid-cols-2">
          <legend className="sr-only">
            <Trans>General</Trans>
          </legend>
          <Identity provider={provider} editor={editor} />
          <Client provider={provider} editor={editor} />
          <Switches editor={editor} />
        </fieldset>
      </form>
    </Card>
  );
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

function Identity({ provider: { type }, editor: { form, labels } }: FormProps) {
  const { t } = useLingui();
  const { errors } = form.formState;
  return (
    <>
      <FormField form={form} labels={labels} name="name" required />
      <Field label={labels.domain} required error={errors.domain?.message}>
        {(control) => (
          <SuffixInput
            {...control}
            {...form.register('domain', { validate: (text) => text.trim() !== '' || t`Domain is required` })}
            {...plain}
            suffix={domainSuffixes[type]}
          />
        )}
      </Field>
      {type === externalProviderTypes.entraId && (
        <Field label={labels.tenantId} required error={errors.tenantId?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('tenantId', {
                validate: (text) => text.trim() !== '' || t`Tenant ID is required for Entra ID`,
              })}
              {...plain}
              className="font-mono text-sm"
            />
          )}
        </Field>
      )}
      {type === externalProviderTypes.openId && (
        <Field
          label={labels.authority}
          required
          error={errors.authority?.message}
          hint={t`Its issuer, without /.well-known/…`}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.register('authority', {
                validate: (text) => {
                  if (text.trim() === '') return t`Identity Provider URL is required`;
                  return isSecureAddress(text) || t`The Identity Provider URL field isn't a correct https url address`;
                },
              })}
              {...plain}
              type="url"
              placeholder="https://"
            />
          )}
        </Field>
      )}
    </>
  );
}

function Client({ provider, editor: { form, labels, needsClient, draft } }: FormProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const { errors } = form.formState;
  const { clientSecretEnd: end, clientSecretSavedAt: savedAt } = provider;
  const saved = savedAt && date(savedAt, 'dateTime');
  return (
    <>
      <Field label={labels.clientId} error={errors.clientId?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('clientId', {
              validate: (text) => !needsClient() || text.trim() !== '' || t`ClientId field is required for activate`,
            })}
            {...plain}
            className="font-mono text-sm"
          />
        )}
      </Field>
      <Field
        label={labels.clientSecret}
        error={errors.clientSecret?.message}
        hint={saved ? t`Saved ${saved}` : t`Kept encrypted, and never shown again`}
      >
        {(control) => (
          <SuffixInput
            {...control}
            {...form.register('clientSecret', {
              validate: (text) =>
                !needsClient() || end !== null || text.trim() !== '' || t`ClientSecret field is required for activate`,
            })}
            {...plain}
            type="password"
            autoComplete="new-password"
            placeholder={end === null ? undefined : '••••••••••••'}
            suffix={end !== null && draft.clientSecret === '' ? end : ''}
            suffixLabel={end ? t`Ends with ${end}` : undefined}
          />
        )}
      </Field>
      <Field
        label={labels.secretExpiresOn}
        error={errors.secretExpiresOn?.message}
        hint={<Expiry day={draft.secretExpiresOn} />}
      >
        {(control) => <TextInput {...control} {...form.register('secretExpiresOn')} type="date" />}
      </Field>
    </>
  );
}

/**
 * Time until the secret expires, and who will be notified.
 * @param day `YYYY-MM-DD`, or empty
 */
function Expiry({ day }: { day: string }) {
  const { distance } = useFormat();
  if (!day) return <Trans>Enter the date that the provider told you: admins are notified by mail before it</Trans>;
  const days = daysUntil(day);
  if (days < 0)
    return (
      <span className="text-bad">
        <Trans>In the past: make a new secret at the provider</Trans>
      </span>
    );
  if (days === 0)
    return (
      <span className="text-bad">
        <Trans>Today: make a new secret at the provider</Trans>
      </span>
    );
  const when = distance(toLocalMidnight(day));
  return (
    <span className="block first-letter:uppercase">
      <Trans>{when}. Admins get mail 30, 7 and 1 days before</Trans>
    </span>
  );
}

function Switches({ editor: { form, labels } }: { editor: ProviderEditor }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 md:col-span-2 md:grid-cols-2">
      <Switch
        {...form.register('userCreation')}
        label={labels.userCreation}
        error={errors.userCreation?.message}
        hint={<Trans>With your default permissions and products</Trans>}
      />
      <Switch
        {...form.register('prohibitOtherAuthentications')}
        label={labels.prohibitOtherAuthentications}
        error={errors.prohibitOtherAuthentications?.message}
        hint={<Trans>Closes passwords for everybody but the owner’s break-glass code</Trans>}
      />
    </div>
  );
}
