import { Trans } from '@lingui/react/macro';
import { domainSuffixes } from '@portico/contract/browser';
import { preloaded } from '../../../../lib/preloaded.ts';
import { ExternalLink } from '../../../../ui/link.tsx';
import { CallbackUrl, type GuideProps, LastSteps, SignedOutUrl, Step, Steps } from './parts.tsx';

export function OktaGuide({ provider }: GuideProps) {
  const vendor = preloaded().company.name;
  const host = `${provider.domain}${domainSuffixes[provider.type]}`;
  const console = host.replace(/\.okta\.com$/, '-admin.okta.com');
  return (
    <Steps>
      <Step>
        <Trans>
          In the <ExternalLink href={`https://${console}`}>Okta Admin Console</ExternalLink>, open Applications, choose
          Create App Integration, then OIDC – OpenID Connect and Web Application. Name it {vendor}.
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
        <Trans>Enter these as Sign-in redirect URI and as Sign-out redirect URI.</Trans>
      </Step>
      <Step>
        <Trans>Under Assignments, choose who may use the application, and save it.</Trans>
      </Step>
      <Step>
        <Trans>Copy Client ID and Client secret from the tab General into the fields of the same name here.</Trans>
      </Step>
      <Step>
        <Trans>
          For roles by groups, open the tab Sign On and add a groups claim to the ID token, with the name groups and a
          filter for the groups that you use.
        </Trans>
      </Step>
      <LastSteps />
    </Steps>
  );
}
