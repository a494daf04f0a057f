import { Trans } from '@lingui/react/macro';
import type { ExternalProviderRow } from '@portico/contract';
import { Link } from '@tanstack/react-router';
import { Eye, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { can } from '../../../lib/permissions.ts';
import { Menu, MenuItem, MenuLink } from '../../../ui/menu.tsx';
import { RemoveProvider } from './remove-provider.tsx';

interface ProviderMenuProps {
  provider: ExternalProviderRow;
  trigger: ReactElement;
}

/** Opens immediately, because it is rendered on the first press of its trigger. */
export function ProviderMenu({ provider, trigger }: ProviderMenuProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <>
      <Menu trigger={trigger} defaultOpen>
        <MenuLink icon={Eye} render={<Link to="/ExtProviders/$id" params={{ id: String(provider.id) }} />}>
          <Trans>Details</Trans>
        </MenuLink>
        {can('externalProviders.manage') && (
          <MenuItem icon={Trash2} tone="danger" onSelect={() => setIsRemoving(true)}>
            <Trans>Delete provider</Trans>
          </MenuItem>
        )}
      </Menu>
      <RemoveProvider provider={provider} open={isRemoving} onOpenChange={setIsRemoving} />
    </>
  );
}
