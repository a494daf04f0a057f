import { Trans, useLingui } from '@lingui/react/macro';
import type { Account, Feature } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { LongId } from '../../../ui/long-id.tsx';
import { useSaveFeatures } from '../accounts.api.ts';

const known: readonly Feature[] = ['customerAdmin', 'billing'];

interface AccountCardProps {
  account: Account;
  owner: { name: string; email: string } | null;
  /** A button that changes the brand. */
  brandAction?: ReactNode;
}

/** An account's facts, and the parts of the portal that it has (OPR-4). */
export function AccountCard({ account, owner, brandAction }: AccountCardProps) {
  const { date } = useFormat();
  const { company, createdAt, customerId, isSecondFactorRequired } = account;
  return (
    <Card>
      <CardHeader title={<Trans>Account</Trans>} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t border-line px-5 py-4">
        <Line name={<Trans>Owner</Trans>}>
          {owner ? (
            <>
              {owner.name}
              <span className="block text-sm break-all text-muted">{owner.email}</span>
            </>
          ) : (
            '–'
          )}
        </Line>
        <Line name={<Trans>Brand</Trans>}>
          {company.name}
          {brandAction && <span className="block">{brandAction}</span>}
        </Line>
        <Line name={<Trans>Customer since</Trans>}>{date(createdAt)}</Line>
        <Line name={<Trans>Second factor</Trans>}>
          {isSecondFactorRequired ? <Trans>Required of all users</Trans> : <Trans>Up to each user</Trans>}
        </Line>
        <Line name={<Trans>Stripe customer</Trans>}>{customerId ? <LongId value={customerId} /> : '–'}</Line>
      </dl>
      <Features key={account.features.join()} account={account} />
    </Card>
  );
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </>
  );
}

function Features({ account }: { account: Account }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<readonly Feature[]>(account.features);
  const save = useSaveFeatures(account.id);
  const mayChange = can('operator.manageAccounts');
  const words: Record<Feature, string> = {
    customerAdmin: t`Users, licenses and devices`,
    billing: t`Billing and purchases`,
  };
  const isChanged = known.some((feature) => chosen.includes(feature) !== account.features.includes(feature));
  return (
    <form
      className="flex flex-col gap-3 border-t border-line px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !save.isPending) save.mutate([...chosen]);
      }}
    >
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 font-medium">
          <Trans>Parts of the portal</Trans>
        </legend>
        {known.map((feature) => (
          <Checkbox
            key={feature}
            label={words[feature]}
            checked={chosen.includes(feature)}
            disabled={!mayChange}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, feature] : chosen.filter((other) => other !== feature))
            }
          />
        ))}
      </fieldset>
      {save.error && isChanged && <Alert tone="bad">{describeProblem(save.error)}</Alert>}
      {isChanged && (
        <div className="flex gap-2">
          <Button type="submit" size="sm" variant="primary" pending={save.isPending}>
            <Trans>Save</Trans>
          </Button>
          <Button size="sm" disabled={save.isPending} onClick={() => setChosen(account.features)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </form>
  );
}
