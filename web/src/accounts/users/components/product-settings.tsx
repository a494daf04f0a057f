import { Trans, useLingui } from '@lingui/react/macro';
import type { AvailableProduct } from '@portico/contract';
import { AppWindow } from 'lucide-react';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ExternalLink } from '../../../ui/link.tsx';

/** Sections of a user's settings in products. */
export type SettingsSection = 'locations' | 'permissions' | 'notifications';

/** The address of a section of a user's settings in a product (USR-14). */
export function settingsAddress(userSettingsUrl: string, userId: number, section: SettingsSection): string {
  const address = new URL(userSettingsUrl);
  address.searchParams.set('userId', String(userId));
  address.searchParams.set('section', section);
  return address.href;
}

interface ProductSettingsProps {
  userId: number;
  section: SettingsSection;
  products: readonly AvailableProduct[];
}

/** Links to the products that have a section of the user's settings. */
export function ProductSettings({ userId, section, products }: ProductSettingsProps) {
  const { t } = useLingui();
  const titles = { locations: t`Locations`, permissions: t`Permissions`, notifications: t`Notifications` };
  const kept = products.flatMap(({ id, name, isAvailable, userSettingsUrl }) =>
    isAvailable && userSettingsUrl !== null
      ? [{ id, name, href: settingsAddress(userSettingsUrl, userId, section) }]
      : [],
  );
  return (
    <Card>
      <CardHeader
        title={titles[section]}
        description={<Trans>Each product stores these settings itself.</Trans>}
        className="border-b border-line"
      />
      {kept.length === 0 ? (
        <EmptyState
          icon={AppWindow}
          title={<Trans>No apps</Trans>}
          description={<Trans>The user has no product with such settings.</Trans>}
        />
      ) : (
        <ul className="divide-y divide-line px-5">
          {kept.map(({ id, name, href }) => (
            <li key={id} className="flex min-h-14 items-center">
              <ExternalLink href={href}>{name}</ExternalLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
