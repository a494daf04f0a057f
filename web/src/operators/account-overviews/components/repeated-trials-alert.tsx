import { Trans } from '@lingui/react/macro';
import type { AccountOverview } from '@portico/contract';
import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/link.tsx';

/** The account's trials on machines that another account used for a trial (TRL-11). Renders nothing without one. */
export function RepeatedTrialsAlert({ repeatedTrials }: Pick<AccountOverview, 'repeatedTrials'>) {
  if (repeatedTrials.length === 0) return null;
  return (
    <Alert tone="warning">
      <b>
        <Trans>Trial on a known machine</Trans>
      </b>
      <ul>
        {repeatedTrials.map(({ productName, deviceName, account }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
          <li key={index}>
            <Trans>
              {productName}: {deviceName} had a trial at{' '}
              <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }}>
                {account.name}
              </TextLink>
              .
            </Trans>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
