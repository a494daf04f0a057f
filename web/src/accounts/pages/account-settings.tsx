import { Trans } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { Suspense } from 'react';
import { paths } from '../../app/paths.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import {
  useAccountSettings,
  useActingNotice,
  useNoticeDays,
  useSecondFactorRequirement,
  useSessionLifetime,
} from '../account-settings/account-settings.api.ts';
import { ActingNotice } from '../account-settings/components/acting-notice.tsx';
import { NoticeDays } from '../account-settings/components/notice-days.tsx';
import { SecondFactorCard } from '../account-settings/components/second-factor-card.tsx';
import { SessionForm } from '../account-settings/components/session-form.tsx';

const GeneralForm = lazyPart(() =>
  import('../account-settings/components/general-form.tsx').then((module) => module.GeneralForm),
);

/** An account's settings for all its users (SET-1). */
export function AccountSettingsPage() {
  usePreload(GeneralForm);
  const missing = <Trans>These settings were not found</Trans>;
  const view = { missing, skeletonClassName: 'h-32' };
  return (
    <>
      <PageHeader
        description={
          can('accountSettings.manage') ? undefined : (
            <Trans>You can view this. An admin of your account can change it.</Trans>
          )
        }
        actions={
          can('audit.view') && (
            <ButtonLink to={paths.audit}>
              <History aria-hidden="true" />
              <Trans>Audit log</Trans>
            </ButtonLink>
          )
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <QueryView query={useAccountSettings()} missing={missing} skeletonClassName="h-[580px]">
          {(settings) => (
            <Suspense fallback={<LoadingCard skeletonClassName="h-[580px]" />}>
              <GeneralForm settings={settings} />
            </Suspense>
          )}
        </QueryView>
        <div className="grid gap-5">
          <QueryView query={useSecondFactorRequirement()} {...view}>
            {({ data }) => <SecondFactorCard isRequired={data.tfaIsRequired} />}
          </QueryView>
          <QueryView query={useSessionLifetime()} {...view}>
            {({ expirationTimeInSeconds }) => <SessionForm seconds={expirationTimeInSeconds} />}
          </QueryView>
          <QueryView query={useNoticeDays()} {...view}>
            {({ days }) => <NoticeDays days={days} />}
          </QueryView>
          <QueryView query={useActingNotice()} {...view}>
            {({ notifyActing }) => <ActingNotice notifyActing={notifyActing} />}
          </QueryView>
        </div>
      </div>
    </>
  );
}
