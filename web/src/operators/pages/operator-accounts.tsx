import { Trans } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useAccount } from '../../accounts/accounts/accounts.api.ts';
import { AccountCard } from '../../accounts/accounts/components/account-card.tsx';
import { AccountStateButton, AccountTags, DisabledNotice } from '../../accounts/accounts/components/account-state.tsx';
import { NotesCard } from '../../accounts/accounts/components/notes-card-lazy.ts';
import { AccountBrandButton } from '../../accounts/companies/components/account-brand.tsx';
import { recordOpened } from '../../app/operators/last-opened.ts';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { ActAsButton } from '../../identity/acting/components/act-as-button.tsx';
import { useNamePage } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { useOverview } from '../account-overviews/account-overviews.api.ts';
import { AccountTable } from '../account-overviews/components/account-table.tsx';
import { AccountUserTable } from '../account-overviews/components/account-user-table.tsx';
import { ActivityCard } from '../account-overviews/components/activity-card.tsx';
import { LicensesCard } from '../account-overviews/components/licenses-card.tsx';
import { MoneyCard } from '../account-overviews/components/money-card.tsx';
import { OverviewFacts } from '../account-overviews/components/overview-facts.tsx';
import { RegistrationCard } from '../account-overviews/components/registration-card.tsx';
import { SubscriptionsCard } from '../account-overviews/components/subscriptions-card.tsx';
import { TrialHintsAlert } from '../account-overviews/components/trial-hints-alert.tsx';

/** For operators: all accounts. */
export function OperatorAccountsPage() {
  const search = useSearch({ from: '/Operator/Accounts' });
  const navigate = useNavigate({ from: '/Operator/Accounts' });
  return (
    <>
      <PageHeader />
      <Card className="overflow-hidden">
        <AccountTable
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
    </>
  );
}

/** For operators: an account's overview. */
export function OperatorAccountPage() {
  const { id: address } = useParams({ from: '/Operator/Accounts/$id' });
  const id = Number(address);
  const query = useAccount(id);
  const account = query.data;
  useNamePage(account?.name);
  useEffect(() => {
    if (account) recordOpened(account);
  }, [account]);
  return (
    <>
      <PageHeader
        title={account?.name}
        tags={account && <AccountTags account={account} />}
        actions={account && <AccountStateButton account={account} />}
      />
      <QueryView query={query} missing={<Trans>This account was not found</Trans>}>
        {(found) => (
          <div className="flex flex-col gap-4">
            <DisabledNotice account={found} />
            <Glance id={found.id} />
          </div>
        )}
      </QueryView>
    </>
  );
}

function Glance({ id }: { id: number }) {
  const account = useAccount(id).data;
  const query = useOverview(id);
  return (
    <QueryView query={query} missing={<Trans>This account was not found</Trans>} skeletonClassName="h-96">
      {(overview) => (
        <div className="flex flex-col gap-4">
          <TrialHintsAlert hints={overview} />
          <OverviewFacts overview={overview} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_376px]">
            <div className="flex min-w-0 flex-col gap-4">
              <MoneyCard openInvoices={overview.openInvoices} />
              <SubscriptionsCard subscriptions={overview.subscriptions} />
              <LicensesCard licenses={overview.licenses} />
              <UsersCard id={id} />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              {account && (
                <AccountCard
                  account={account}
                  owner={overview.owner}
                  brandAction={<AccountBrandButton account={account} />}
                />
              )}
              <RegistrationCard registration={overview.registration} />
              <Suspense fallback={<LoadingCard skeletonClassName="h-40" />}>
                <NotesCard accountId={id} />
              </Suspense>
              <ActivityCard activity={overview.activity} />
            </div>
          </div>
        </div>
      )}
    </QueryView>
  );
}

function UsersCard({ id }: { id: number }) {
  const search = useSearch({ from: '/Operator/Accounts/$id' });
  const navigate = useNavigate({ from: '/Operator/Accounts/$id' });
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Users</Trans>} />
      <AccountUserTable
        accountId={id}
        search={search}
        onSearchChange={(change) =>
          void navigate({ search: { ...search, ...change }, resetScroll: false, ...textFilterNavigation(change) })
        }
        actions={({ id: userId, name, isActive }) =>
          isActive && can('operator.actAs') && <ActAsButton userId={userId} name={name} isInRow />
        }
      />
    </Card>
  );
}
