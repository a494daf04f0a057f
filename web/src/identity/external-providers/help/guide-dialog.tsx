import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { externalProviderTypes } from '@portico/contract/browser';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { openIdProductNames, recognizeOpenIdProduct } from '../model/openid-product.ts';
import { EntraGuide } from './guides/entra-guide.tsx';
import { GoogleGuide } from './guides/google-guide.tsx';
import { KeycloakGuide } from './guides/keycloak-guide.tsx';
import { OktaGuide } from './guides/okta-guide.tsx';
import { OtherGuide } from './guides/other-guide.tsx';

interface GuideDialogProps {
  provider: ExternalProvider;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The steps to follow at the provider, with the account's own values. */
export function GuideDialog({ provider, open, onOpenChange }: GuideDialogProps) {
  const { t } = useLingui();
  const [product, setProduct] = useState(recognizeOpenIdProduct(provider) ?? 'others');
  const { name, type } = provider;
  const { entraId, okta } = externalProviderTypes;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="xl"
      title={<Trans>Connect {name}</Trans>}
      description={<Trans>The steps there, with your own values to copy. It takes ten minutes.</Trans>}
    >
      {type === entraId && <EntraGuide provider={provider} />}
      {type === okta && <OktaGuide provider={provider} />}
      {type === externalProviderTypes.openId && (
        <div className="grid gap-4">
          <SegmentedControl
            label={t`Provider`}
            className="justify-self-start"
            value={product}
            onChange={setProduct}
            options={[
              { value: 'google', label: openIdProductNames.google },
              { value: 'keycloak', label: openIdProductNames.keycloak },
              { value: 'others', label: <Trans>Others</Trans> },
            ]}
          />
          {product === 'google' && <GoogleGuide provider={provider} />}
          {product === 'keycloak' && <KeycloakGuide provider={provider} />}
          {product === 'others' && <OtherGuide provider={provider} />}
        </div>
      )}
    </Dialog>
  );
}
