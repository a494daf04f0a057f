import { Trans } from '@lingui/react/macro';
import type { Profile } from '@portico/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paths } from '../../app/paths.ts';
import { confirmFirst } from '../../lib/confirmation.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Alert } from '../../ui/alert.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { PasswordCard } from '../profile/components/password-card.tsx';
import { UnlockedUntil } from '../profile/components/unlocked-until.tsx';
import { useProfile } from '../profile/profile.api.ts';
import { useSecondFactor } from '../second-factor/second-factor.api.ts';
import type { ProfileTab } from './profile/profile-search.ts';
import { ProfileTabs } from './profile/tabs.tsx';

const ProfileForm = lazyPart(() =>
  import('../profile/components/profile-form.tsx').then((module) => module.ProfileForm),
);
const SecondFactorSettings = lazyPart(() =>
  import('../second-factor/components/second-factor-settings.tsx').then((module) => module.SecondFactorSettings),
);
const PasskeyList = lazyPart(() =>
  import('../passkeys/components/passkey-list.tsx').then((module) => module.PasskeyList),
);
const ExternalLoginsTab = lazyPart(() =>
  import('../external-logins/components/external-logins-tab.tsx').then((module) => module.ExternalLoginsTab),
);
const SessionsCard = lazyPart(() =>
  import('../profile/components/sessions-card.tsx').then((module) => module.SessionsCard),
);
const ActivityCard = lazyPart(() =>
  import('../profile/components/activity-card.tsx').then((module) => module.ActivityCard),
);

/** The signed-in user's page: details, sign-in methods, open sessions, and activity (PRF-1). */
export function ProfilePage() {
  const { tab: wanted } = useSearch({ from: paths.profile });
  const tab: ProfileTab = wanted === 'providers' && !can('profile.changeExternalLogins') ? 'profileInfo' : wanted;
  const query = useProfile();
  return (
    <>
      <PageHeader actions={<UnlockedUntil until={query.data?.confirmedUntil ?? null} />} />
      <ProfileTabs current={tab} />
      {preloaded().actingAs && (
        <Alert tone="info" className="mb-5">
          <Trans>
            You are acting as another user: you can view their details and ways to sign in here, but not change them.
          </Trans>
        </Alert>
      )}
      <QueryView query={query} missing={<Trans>This user was not found</Trans>} skeletonClassName="h-96">
        {(profile) => (
          <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
            <TabContent tab={tab} profile={profile} />
          </Suspense>
        )}
      </QueryView>
    </>
  );
}

function TabContent({ tab, profile }: { tab: ProfileTab; profile: Profile }) {
  const search = useSearch({ from: paths.profile });
  const navigate = useNavigate({ from: paths.profile });
  if (tab === 'providers') return <ExternalLoginsTab confirm={() => confirmFirst(profile.confirmedUntil)} />;
  if (tab === 'mfa') return <WaysIn profile={profile} />;
  if (tab === 'sessions') return <SessionsCard />;
  if (tab === 'activity')
    return (
      <ActivityCard
        search={search}
        onSearchChange={(change) => void navigate({ search: { ...search, ...(change as object) } })}
      />
    );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ProfileForm profile={profile} />
      <PasswordCard profile={profile} />
    </div>
  );
}

function WaysIn({ profile }: { profile: Profile }) {
  const query = useSecondFactor();
  return (
    <div className="grid gap-5">
      <QueryView query={query} missing={<Trans>This user was not found</Trans>} skeletonClassName="h-96">
        {(settings) => (
          <SecondFactorSettings
            settings={settings}
            known={{ email: profile.email, phone: profile.phone }}
            hasPasskeys={profile.confirmableBy.includes('passkey')}
            below={<PasskeyList />}
            aside={<PasswordCard profile={profile} />}
          />
        )}
      </QueryView>
      <SessionsCard />
    </div>
  );
}
