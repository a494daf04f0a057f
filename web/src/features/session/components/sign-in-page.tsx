import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { DemoUsers } from './demo-users.tsx';
import { ExternalProviders } from './external-providers.tsx';
import { Frame } from './frame.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The whole sign-in document's body. `demoTemplate` is the build's, see `DemoUsers`. It leaves no room for anything that does not exist. */
export function SignInPage({ demoTemplate }: { demoTemplate?: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { t } = useLingui();
  return (
    <Frame title={t`Sign in`} after={<DemoUsers form={form} template={demoTemplate} />}>
      <SignInForm form={form} />
      <PasskeySignIn form={form} />
      <ExternalProviders />
    </Frame>
  );
}
