import { Trans } from '@lingui/react/macro';
import { BackChannelUrl, CallbackUrl, type GuideProps, LastSteps, SignedOutUrl, Step, Steps } from './parts.tsx';

export function KeycloakGuide({ provider }: GuideProps) {
  return (
    <Steps>
      <Step>
        <Trans>
          In the admin console, choose your realm, open Clients and choose Create client with the type OpenID Connect.
          Turn Client authentication and Standard flow on.
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
        <Trans>Enter these as Valid redirect URIs and as Valid post logout redirect URIs.</Trans>
      </Step>
      <Step copies={<BackChannelUrl provider={provider} />}>
        <Trans>Under Logout settings, enter this as Backchannel logout URL and require the session.</Trans>
      </Step>
      <Step>
        <Trans>Copy the client’s ID into Client ID, and the secret from the tab Credentials into Client secret.</Trans>
      </Step>
      <Step>
        <Trans>
          The Identity Provider URL is the realm’s issuer, such as https://login.acme.com/realms/acme. You find it in
          the OpenID Endpoint Configuration under Realm settings.
        </Trans>
      </Step>
      <Step>
        <Trans>
          For roles by groups, add the mapper Group Membership to the client’s own scope, with the claim name groups and
          without the full path.
        </Trans>
      </Step>
      <LastSteps />
    </Steps>
  );
}
