import { Trans, useLingui } from '@lingui/react/macro';
import { AppWindow } from 'lucide-react';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { type SettingsProduct, type SettingsSection, settingsAddress } from '../model/product-settings.ts';

interface ProductSettingsProps {
  userId: number;
  section: SettingsSection;
  products: readonly SettingsProduct[];
}

/** Links to the products that have a section of the user's settings. */
export function ProductSettings({ userId, section, products }: ProductSettingsProps) {
  const { t } = useLingui();
  const titles = { locations: t`Locations`, permissions: t`Permissions`, notifications: t`Notifications` };
  return (
    <Card>
      <CardHeader
        title={titles[section]}
        description={<Trans>Each product stores these settings itself.</Trans>}
        className="border-b border-line"
      />
      {products.length === 0 ? (
        <EmptyState
          icon={AppWindow}
          title={<Trans>No apps</Trans>}
          description={<Trans>The user has no product with such settings.</Trans>}
        />
      ) : (
        <ul className="divide-y divide-line px-5">
          {products.map(({ id, name, userSettingsUrl }) => (
            <li key={id} className="flex min-h-14 items-center">
              <ExternalLink href={settingsAddress(userSettingsUrl, userId, section)}>{name}</ExternalLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
