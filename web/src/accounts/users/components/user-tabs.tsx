import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ExternalLink } from '../../../ui/link.tsx';
import { type SettingsProduct, type SettingsSection, settingsAddress } from '../model/product-settings.ts';

export type UserTab = 'settings' | SettingsSection;

interface UserTabsProps {
  userId: number;
  current: UserTab;
  /** The user's products with a settings page. */
  products: readonly SettingsProduct[];
  /** Seconds until products know a user who was just added; 0 for all others. */
  secondsUntilKnown: number;
}

const looks =
  '-mb-px inline-flex h-10 items-center border-b-2 border-transparent font-medium text-muted transition-colors aria-[current=page]:border-accent aria-[current=page]:text-accent-text';

const externalLooks = `${looks} hover:text-ink hover:no-underline`;

/**
 * The sections of a user's page, each with its own address. The sections about products appear if the user has one with
 * settings, and link to its page if it is the only one (USR-14). They are disabled until products know a new user (USR-15).
 */
export function UserTabs({ userId, current, products, secondsUntilKnown }: UserTabsProps) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  // On a phone the tabs are wider than the screen, so the current one is scrolled into view.
  useEffect(() => {
    list.current?.querySelector(`[data-tab=${current}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  const tabs: { tab: UserTab; label: string }[] = [
    { tab: 'settings', label: t`Settings` },
    { tab: 'locations', label: t`Locations` },
    { tab: 'permissions', label: t`Permissions` },
    { tab: 'notifications', label: t`Notifications` },
  ];
  const isNew = secondsUntilKnown > 0;
  const only = products.length === 1 ? products[0] : undefined;
  return (
    <div className="mb-5">
      <nav aria-label={t`Parts of the user`} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <ul ref={list} className="flex min-w-max gap-6 border-b border-line">
          {tabs.map(({ tab, label }) => (
            <li key={tab} data-tab={tab}>
              {isNew && tab !== 'settings' ? (
                <span aria-disabled="true" className={`${looks} cursor-not-allowed opacity-50`}>
                  {label}
                </span>
              ) : only && tab !== 'settings' ? (
                <ExternalLink href={settingsAddress(only.userSettingsUrl, userId, tab)} className={externalLooks}>
                  {label}
                </ExternalLink>
              ) : (
                <Link
                  to="/Account/Settings/Users/$userId/User/$id"
                  params={{ userId: String(userId), id: String(userId) }}
                  search={{ tab: tab === 'settings' ? undefined : tab }}
                  // The first tab's address has no `tab`. Without an exact comparison, the first tab would be active
                  // together with any other tab.
                  activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
                  aria-current={tab === current ? 'page' : undefined}
                  className={`${looks} hover:text-ink`}
                >
                  {label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {isNew && (
        <p className="mt-2 text-sm text-muted">
          <Trans>Setting up access… {secondsUntilKnown} s</Trans>
        </p>
      )}
    </div>
  );
}
