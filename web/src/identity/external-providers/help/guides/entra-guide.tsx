import { Trans } from '@lingui/react/macro';
import { preloaded } from '../../../../lib/preloaded.ts';
import { ExternalLink } from '../../../../ui/link.tsx';
import { CallbackUrl, FrontChannelUrl, type GuideProps, LastSteps, SignedOutUrl, Step, Steps } from './parts.tsx';

export function EntraGuide({ provider }: GuideProps) {
  const vendor = preloaded().company.name;
  return (
    <Steps>
      <Step copies={<CallbackUrl provider={provider} />}>
        <Trans>
          In the <ExternalLink href="https://entra.microsoft.com">Entra admin center</ExternalLink>, open App
          registrations and choose New registration. Name it {vendor}, choose Accounts in this organizational directory
          only, and enter this redirect URI for the platform Web.
        </Trans>
      </Step>
      <Step>
        <Trans>
          On its Overview, copy the Directory (tenant) ID into Tenant ID and the Application (client) ID into Client ID.
        </Trans>
      </Step>
      <Step>
        <Trans>
          Under Certificates & secrets, choose New client secret. Copy its Value, not its Secret ID, into Client secret,
          and its end into Secret expires.
        </Trans>
      </Step>
      <Step>
        <Trans>
          Under Token configuration, add the optional claim email to the ID token. For roles by groups, add a groups
          claim there too, and use the groups’ object IDs as values.
        </Trans>
      </Step>
      <Step
        copies={
          <>
            <SignedOutUrl provider={provider} />
            <FrontChannelUrl provider={provider} />
          </>
        }
      >
        <Trans>
          Under Authentication, add the first address as another redirect URI, so that people come back after signing
          out, and enter the second one as Front-channel logout URL.
        </Trans>
      </Step>
      <Step>
        <Trans>Under API permissions, grant the admin consent for openid, profile and email.</Trans>
      </Step>
      <LastSteps />
    </Steps>
  );
}
