import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, CreditCard, LayoutGrid, LogOut, Package, Snowflake, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { localeNames, useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { useStore } from '../../lib/use-store.ts';
import { Menu, MenuChoice, MenuItem, MenuLink, MenuNote, MenuSeparator } from '../../ui/menu.tsx';
import { paths } from '../paths.ts';
import { useChangeLocale, useSignOut } from './actions.ts';
import { RoleTag } from './role-tag.tsx';
import { isSnowSeason, setSnow, snowIsOn } from './snow-state.ts';

interface ContentProps {
  trigger: ReactElement;
}

/** The vendor's other products, each opened in a new tab (UI-19). */
export function ProductsMenuContent({ trigger }: ContentProps) {
  return (
    <Menu trigger={trigger} minWidth={240} defaultOpen>
      {preloaded().products.map((product) =>
        product.url && !product.isDisabled ? (
          <MenuLink key={product.id} href={product.url} target="_blank" rel="noopener noreferrer">
            <span className="min-w-0 flex-1 truncate">{product.displayName}</span>
            <ArrowUpRight aria-hidden="true" />
          </MenuLink>
        ) : (
          <MenuItem key={product.id} disabled>
            <span className="min-w-0 flex-1 truncate">{product.displayName}</span>
          </MenuItem>
        ),
      )}
    </Menu>
  );
}

export function LanguageMenuContent({ trigger }: ContentProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const changeLocale = useChangeLocale();
  return (
    <Menu trigger={trigger} minWidth={180} defaultOpen>
      <MenuChoice
        label={t`Language`}
        value={locale}
        onChange={changeLocale}
        options={[
          { value: 'en', label: localeNames.en, lang: 'en' },
          { value: 'fr', label: localeNames.fr, lang: 'fr' },
        ]}
      />
    </Menu>
  );
}

export function UserMenuContent({ trigger }: ContentProps) {
  const { t } = useLingui();
  const { user } = preloaded();
  const { signOut } = useSignOut();
  const snowIsFalling = useStore(snowIsOn);
  return (
    <Menu trigger={trigger} minWidth={264} defaultOpen>
      <MenuNote>
        <p className="truncate font-medium">{user?.name || t`Guest`}</p>
        {user && <p className="truncate text-xs text-muted">{user.email}</p>}
        {user && <p className="truncate text-xs text-muted">{user.accountName}</p>}
        {user && user.roles.length > 0 && (
          <p className="mt-2 flex flex-wrap gap-1">
            {user.roles.map((role) => (
              <RoleTag key={role} label={role} />
            ))}
          </p>
        )}
      </MenuNote>
      <MenuSeparator />
      <MenuLink icon={UserRound} render={<Link to={paths.profile} />}>
        <Trans>Profile</Trans>
      </MenuLink>
      <MenuLink icon={LayoutGrid} render={<Link to={paths.home} />}>
        <Trans>My products</Trans>
      </MenuLink>
      <MenuLink icon={Package} render={<Link to={paths.products} />}>
        <Trans>Products</Trans>
      </MenuLink>
      {can('billing.view') && (
        <MenuLink icon={CreditCard} render={<Link to={paths.billing} />}>
          <Trans>Billing</Trans>
        </MenuLink>
      )}
      {isSnowSeason() && (
        <>
          <MenuSeparator />
          <MenuItem icon={Snowflake} onSelect={() => setSnow(!snowIsFalling)}>
            {snowIsFalling ? <Trans>Turn off the snow</Trans> : <Trans>Let it snow</Trans>}
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={signOut}>
        <Trans>Sign out</Trans>
      </MenuItem>
    </Menu>
  );
}
