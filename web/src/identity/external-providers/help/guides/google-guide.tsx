import { Trans, useLingui } from '@lingui/react/macro';
import { preloaded } from '../../../../lib/preloaded.ts';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { ExternalLink } from '../../../../ui/link.tsx';
import { CallbackUrl, type GuideProps, LastSteps, Step, Steps } from './parts.tsx';

const issuer = 'https://accounts.google.com';

export function GoogleGuide({ provider }: GuideProps) {
  const { t } = useLingui();
  const vendor = preloaded().company.name;
  return (
    <Steps>
      <Step>
        <Trans>
          In the <ExternalLink href="https://console.cloud.google.com/auth/clients">Google Cloud console</ExternalLink>,
          choose a project of your organization. Under Audience, choose Internal, so that only your own people get in.
        </Trans>
      </Step>
      <Step copies={<CallbackUrl provider={provider} />}>
        <Trans>
          Under Clients, choose Create client and Web application. Name it {vendor}, and enter this as Authorized
          redirect URI.
        </Trans>
      </Step>
      <Step>
        <Trans>Copy Client ID and Client secret into the fields of the same name here.</Trans>
      </Step>
      <Step
        copies={<CopyField label={t`Identity Provider URL`} value={issuer} copyLabel={t`Copy Identity Provider URL`} />}
      >
        <Trans>Enter this as Identity Provider URL here.</Trans>
      </Step>
      <Step>
        <Trans>Google puts no groups into its tokens: set roles and products here, under Users.</Trans>
      </Step>
      <LastSteps />
    </Steps>
  );
}
