import { Trans } from '@lingui/react/macro';
import type { AccountOverview } from '@portico/contract';
import type { ReactNode } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/link.tsx';

type Hints = Pick<AccountOverview, 'repeatedTrials' | 'sharedCards' | 'sharedMailboxes'>;
type Account = Hints['sharedCards'][number]['account'];

/** Machines and cards of trials, and mailboxes, that other accounts have too (TRL-11, TRL-12). Renders nothing without one. */
export function TrialHintsAlert({ hints: { repeatedTrials, sharedCards, sharedMailboxes } }: { hints: Hints }) {
  return (
    <>
      <HintList
        title={<Trans>Trial on a known machine</Trans>}
        hints={repeatedTrials}
        render={({ productName, deviceName, account }) => (
          <Trans>
            {productName}: {deviceName} had a trial at <AccountLink account={account} />.
          </Trans>
        )}
      />
      <HintList
        title={<Trans>Trial with a known card</Trans>}
        hints={sharedCards}
        render={({ productName, brand, last4, account }) => (
          <Trans>
            {productName}: {brand} ending in {last4} is also at <AccountLink account={account} />, which had a trial.
          </Trans>
        )}
      />
      <HintList
        title={<Trans>Mailbox of another account</Trans>}
        hints={sharedMailboxes}
        render={({ email, otherEmail, account }) => (
          <Trans>
            {email}: same mailbox as {otherEmail} at <AccountLink account={account} />.
          </Trans>
        )}
      />
    </>
  );
}

interface HintListProps<Hint> {
  title: ReactNode;
  hints: readonly Hint[];
  render: (hint: Hint) => ReactNode;
}

function HintList<Hint>({ title, hints, render }: HintListProps<Hint>) {
  if (hints.length === 0) return null;
  return (
    <Alert tone="warning">
      <b>{title}</b>
      <ul>
        {hints.map((hint, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
          <li key={index}>{render(hint)}</li>
        ))}
      </ul>
    </Alert>
  );
}

function AccountLink({ account: { id, name } }: { account: Account }) {
  return (
    <TextLink to="/Operator/Accounts/$id" params={{ id: String(id) }}>
      {name}
    </TextLink>
  );
}
