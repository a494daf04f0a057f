import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../../app/paths.ts';
import { can } from '../../../lib/permissions.ts';
import type { ProfileTab } from './profile-search.ts';

/** The tabs of the profile, each with its own address. External logins are shown to users who may change them. */
export function ProfileTabs({ current }: { current: ProfileTab }) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    list.current?.querySelector(`[data-tab=${current}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  const tabs: { tab: ProfileTab; label: string }[] = [
    { tab: 'profileInfo', label: t`Profile info` },
    ...(can('profile.changeExternalLogins') ? [{ tab: 'providers' as const, label: t`External logins` }] : []),
    { tab: 'mfa', label: t`MFA and passkeys` },
    { tab: 'sessions', label: t`Sessions` },
    { tab: 'activity', label: t`Activity` },
  ];
  return (
    <nav aria-label={t`Parts of your profile`} className="-mx-4 mb-5 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul ref={list} className="flex min-w-max gap-6 border-b border-line">
        {tabs.map(({ tab, label }) => (
          <li key={tab} data-tab={tab}>
            <Link
              to={paths.profile}
              search={{ tab }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={tab === current ? 'page' : undefined}
              className="-mb-px inline-flex h-10 items-center border-b-2 border-transparent font-medium text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent-text"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
