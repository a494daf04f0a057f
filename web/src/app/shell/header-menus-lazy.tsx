import { useLingui } from '@lingui/react/macro';
import { Grip, Languages } from 'lucide-react';
import { cloneElement, type ReactElement, useState } from 'react';
import { lazyPart } from '../../lib/lazy.tsx';
import { preloaded } from '../../lib/preloaded.ts';
import { IconButton, iconButtonClasses } from '../../ui/icon-button.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const Menus = {
  products: lazyPart(() => import('./header-menus.tsx').then((module) => module.ProductsMenuContent)),
  language: lazyPart(() => import('./header-menus.tsx').then((module) => module.LanguageMenuContent)),
  user: lazyPart(() => import('./header-menus.tsx').then((module) => module.UserMenuContent)),
};

interface LazyMenuProps {
  menu: (typeof Menus)[keyof typeof Menus];
  /** The button, which becomes the menu's trigger once the code is loaded. */
  button: ReactElement<Record<string, unknown>>;
}

/** A menu whose code is loaded when the pointer or focus rests on its button, or on the first press. */
function LazyMenu({ menu: Content, button }: LazyMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (!isWanted) return cloneElement(button, { ...Content.warmUp, onClick: () => setIsWanted(true) });
  return (
    <PartBoundary fallback={button} onFailure={() => setIsWanted(false)}>
      <Content trigger={button} />
    </PartBoundary>
  );
}

export function ProductsMenu() {
  const { t } = useLingui();
  return (
    <LazyMenu
      menu={Menus.products}
      button={
        <IconButton label={t`Products switcher`} aria-haspopup="menu">
          <Grip aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

export function LanguageMenu() {
  const { t } = useLingui();
  return (
    <LazyMenu
      menu={Menus.language}
      button={
        <IconButton label={t`Language`} aria-haspopup="menu">
          <Languages aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

/** The initials of the first two words: 'Amélie Tremblay' → 'AT'. */
export function createInitials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean).slice(0, 2);
  return words.map((word) => [...word][0]?.toLocaleUpperCase() ?? '').join('');
}

export function UserMenu() {
  const { t } = useLingui();
  const { user } = preloaded();
  const name = user?.name || t`Guest`;
  return (
    <LazyMenu
      menu={Menus.user}
      button={
        <button
          type="button"
          aria-label={t`User menu: ${name}`}
          aria-haspopup="menu"
          title={name}
          className={iconButtonClasses}
        >
          {/* The style sheet draws the initials; the button's accessible name is the full name. */}
          <span
            aria-hidden="true"
            data-initials={createInitials(name)}
            className="grid size-8 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text before:content-[attr(data-initials)]"
          />
        </button>
      }
    />
  );
}
