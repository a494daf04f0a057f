import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { preloaded } from '../../lib/preloaded.ts';
import { Brand } from '../../ui/brand.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { paths } from '../paths.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { CommandPalette } from './command-palette-lazy.ts';
import { LanguageMenu, ProductsMenu, UserMenu } from './header-menus-lazy.tsx';

interface HeaderProps {
  onShowMenu: () => void;
  onShowPalette: () => void;
}

export function Header({ onShowMenu, onShowPalette }: HeaderProps) {
  const { t } = useLingui();
  const { company, products } = preloaded();
  return (
    <header className="shell-header">
      <IconButton label={t`Show menu`} className="sm:hidden" onClick={onShowMenu}>
        <MenuIcon aria-hidden="true" />
      </IconButton>
      <Link
        to={paths.home}
        aria-label={t`${company.name}, home`}
        className="mr-3 inline-flex shrink-0 rounded max-xs:mr-1"
      >
        <Brand />
      </Link>
      <Breadcrumbs />
      <div className="flex shrink-0 items-center gap-0.5">
        <button
          type="button"
          {...CommandPalette.warmUp}
          className="mr-1.5 flex h-9 items-center gap-2 rounded-control border border-line bg-surface pr-2 pl-3 text-muted transition-colors hover:border-line-strong hover:text-ink max-lg:hidden [&_svg]:size-4"
          onClick={onShowPalette}
        >
          <Search aria-hidden="true" />
          <span className="w-24 text-left text-sm">{t`Search`}</span>
          <span
            aria-hidden="true"
            className="rounded border border-line px-1.5 font-sans text-2xs before:content-['Ctrl_K'] mac:before:content-['⌘_K']"
          />
        </button>
        <IconButton {...CommandPalette.warmUp} label={t`Search`} className="lg:hidden" onClick={onShowPalette}>
          <Search aria-hidden="true" />
        </IconButton>
        {products.length > 0 && <ProductsMenu />}
        {/* On phones, language and theme are in the menu. */}
        <span className="contents max-sm:hidden">
          <LanguageMenu />
          <ThemeToggle />
        </span>
        <UserMenu />
      </div>
    </header>
  );
}
