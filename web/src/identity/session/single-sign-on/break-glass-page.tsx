import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { LifeBuoy } from 'lucide-react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { Frame } from '../components/frame.tsx';
import { BackToSignIn, SubjectPicture } from '../components/parts.tsx';
import { HiddenFields, ServerErrors } from '../components/server-parts.tsx';
import { useBreakGlass } from './use-break-glass.ts';

/** The owner's sign-in while the account's provider does not work (SSO-34). Posts natively without JavaScript. */
export function BreakGlassPage() {
  const { t } = useLingui();
  const { error, isPending, submit } = useBreakGlass();
  return (
    <Frame title={t`Break-glass sign-in`} picture={<SubjectPicture icon={LifeBuoy} />} after={<BackToSignIn />}>
      <p className="mb-5 text-muted">
        <Trans>
          For the owner of an account whose single sign-on does not work. The code works once, and all admins are
          notified.
        </Trans>
      </p>
      <form
        method="post"
        action={paths.breakGlass}
        noValidate={error !== null}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <HiddenFields />
        {error === null && <ServerErrors />}
        {error && <Alert tone="bad">{error}</Alert>}
        <CredentialFields />
        <Button type="submit" variant="primary" size="lg" block pending={isPending} className="mt-1">
          <Trans>Sign in</Trans>
        </Button>
      </form>
    </Frame>
  );
}

function CredentialFields() {
  const { t } = useLingui();
  return (
    <>
      <Field label={t`Login or email`}>
        {(control) => (
          <TextInput
            {...control}
            name="userName"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            className="h-10"
          />
        )}
      </Field>
      <Field label={t`Password`}>
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="current-password" required className="h-10" />
        )}
      </Field>
      <Field label={t`Break-glass code`}>
        {(control) => (
          <TextInput
            {...control}
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            className="h-10 font-mono"
          />
        )}
      </Field>
    </>
  );
}
