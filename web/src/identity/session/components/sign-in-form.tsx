import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { LogIn } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { modelState } from '../../../lib/preloaded.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { storeTypedLogin } from '../api/typed-login.ts';
import type { EntryProvider, useSingleSignOn } from '../single-sign-on/use-single-sign-on.ts';
import { LinkButton } from './parts.tsx';
import { HiddenFields, ServerErrors } from './server-parts.tsx';
import { TooManyAttempts } from './too-many-attempts.tsx';
import { useSignIn } from './use-sign-in.ts';

interface SignInFormProps {
  form: RefObject<HTMLFormElement | null>;
  singleSignOn: ReturnType<typeof useSingleSignOn>;
}

/** The form for login or email and password (SES-10). Posts natively without JavaScript, otherwise with fetch. */
export function SignInForm({ form, singleSignOn: { provider, look, lookSoon } }: SignInFormProps) {
  const { t } = useLingui();
  const { errors, isPending, isBlocked, secondsLeft, submit } = useSignIn();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that the page came back with
  useEffect(() => {
    const attempted = modelState().attemptedValues.userName;
    const login = form.current?.elements.namedItem('userName');
    if (attempted && login instanceof HTMLInputElement && !login.value) login.value = attempted;
    if (login instanceof HTMLInputElement && login.value) look();
  }, [form]);

  return (
    <form
      ref={form}
      method="post"
      action="/LoginWithMFA"
      noValidate={errors !== null}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (provider?.isRequired) location.assign(provider.href);
        else void submit(event.currentTarget);
      }}
    >
      <HiddenFields />
      {errors === null && <ServerErrors />}
      {isBlocked && <TooManyAttempts secondsLeft={secondsLeft} />}
      {errors?.form && !isBlocked && <Alert tone="bad">{errors.form}</Alert>}
      <Field label={t`Login or email`} error={errors?.userName}>
        {(control) => (
          <TextInput
            {...control}
            name="userName"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            required
            className="h-10"
            onInput={lookSoon}
            onBlur={look}
          />
        )}
      </Field>
      {provider?.isRequired ? (
        <ProviderEntry provider={provider} />
      ) : (
        <PasswordFields error={errors?.password} isPending={isPending} isBlocked={isBlocked} />
      )}
      {provider && !provider.isRequired && <ProviderEntry provider={provider} />}
    </form>
  );
}

interface PasswordFieldsProps {
  error: string | undefined;
  isPending: boolean;
  isBlocked: boolean;
}

function PasswordFields({ error, isPending, isBlocked }: PasswordFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <Field label={t`Password`} error={error}>
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="current-password" required className="h-10" />
        )}
      </Field>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Checkbox name="RememberMe" value="true" label={t`Remember me`} />
        <a
          href={paths.forgottenPassword}
          className="rounded font-medium text-accent-text underline-offset-4 hover:underline"
          onClick={(event) => storeTypedLogin(event.currentTarget.closest('form'))}
        >
          <Trans>Forgotten password?</Trans>
        </a>
      </div>
      <Button type="submit" variant="primary" size="lg" block pending={isPending} disabled={isBlocked} className="mt-1">
        <Trans>Sign in</Trans>
      </Button>
    </>
  );
}

/** The link to the provider of the entered address. It replaces the password if the account requires single sign-on. */
function ProviderEntry({ provider: { name, isRequired, href } }: { provider: EntryProvider }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      {isRequired && (
        <p className="text-sm text-muted">
          <Trans>Your company signs in with {name}.</Trans>
        </p>
      )}
      <LinkButton href={href} variant={isRequired ? 'primary' : 'secondary'}>
        <LogIn aria-hidden="true" />
        <Trans>Sign in with {name}</Trans>
      </LinkButton>
      {isRequired && (
        <p className="text-center text-sm text-muted">
          <a href={paths.breakGlass} className="rounded underline-offset-4 hover:text-ink hover:underline">
            <Trans>It does not work? Use the owner’s break-glass code</Trans>
          </a>
        </p>
      )}
    </div>
  );
}
