import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { forgetModelState } from '../../../lib/preloaded.ts';
import { useSingleSignOn } from '../single-sign-on/use-single-sign-on.ts';
import { DemoUsers } from './demo-users.tsx';
import { ExternalProviders } from './external-providers.tsx';
import { Frame } from './frame.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * The sign-in document's body. It reserves no space for parts that do not exist.
 * @param demoTemplate comes from prerendering, see `DemoUsers`
 */
export function SignInPage({ demoTemplate }: { demoTemplate?: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { t } = useLingui();
  const singleSignOn = useSingleSignOn(form);
  return (
    <Frame title={t`Sign in`} after={<DemoUsers form={form} template={demoTemplate} />}>
      <SignInForm form={form} singleSignOn={singleSignOn} />
      {!singleSignOn.provider?.isRequired && (
        <>
          <PasskeySignIn form={form} />
          <ExternalProviders />
        </>
      )}
      <p className="mt-5 text-center text-sm text-muted">
        <Trans>No account yet?</Trans>{' '}
        <a
          href="/SignUp"
          className="rounded font-medium text-accent-text underline-offset-4 hover:underline"
          onClick={forgetModelState}
        >
          <Trans>Sign up</Trans>
        </a>
      </p>
    </Frame>
  );
}
