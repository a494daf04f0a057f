import { Trans } from '@lingui/react/macro';
import { preloaded } from '../../../../lib/preloaded.ts';
import { BackChannelUrl, CallbackUrl, type GuideProps, LastSteps, SignedOutUrl, Step, Steps } from './parts.tsx';

/** The guide for a provider whose terms are unknown, with the terms of OpenID Connect. */
export function OtherGuide({ provider }: GuideProps) {
  const vendor = preloaded().company.name;
  return (
    <Steps>
      <Step>
        <Trans>
          Add an application named {vendor} for OpenID Connect: a confidential client, or web application, with the
          authorization code flow.
        </Trans>
      </Step>
      <Step
        copies={
          <>
            <CallbackUrl provider={provider} />
            <SignedOutUrl provider={provider} />
          </>
        }
      >
        <Trans>Register the first as redirect address, and the second as the address after signing out.</Trans>
      </Step>
      <Step copies={<BackChannelUrl provider={provider} />}>
        <Trans>
          If the provider supports back-channel logout, enter this address, and have the session sent along.
        </Trans>
      </Step>
      <Step>
        <Trans>Allow the scopes openid, profile and email, and choose who can use the application.</Trans>
      </Step>
      <Step>
        <Trans>Copy client ID and client secret into the fields of the same name here.</Trans>
      </Step>
      <Step>
        <Trans>
          The Identity Provider URL is the provider’s issuer. You find it in its discovery document, whose address ends
          with /.well-known/openid-configuration.
        </Trans>
      </Step>
      <LastSteps />
    </Steps>
  );
}
