import { useLingui as useCatalog } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Languages, LogOut, type LucideIcon, Mail, Moon, Package, Sun } from 'lucide-react';
import { useOwnProducts } from '../../catalog/own-products.ts';
import { localeNames, useLocale } from '../../lib/locale.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { switchTheme } from '../../lib/theme.ts';
import { useTheme } from '../../lib/use-theme.ts';
import { paths } from '../paths.ts';
import { useChangeLocale, useSignOut } from '../shell/actions.ts';
import { flattenMenu, type MenuLink } from '../shell/menu.ts';
import { useMenu } from '../shell/use-menu.ts';
import type { Choice } from './rank.ts';

/** The pages of the menu that the user may open. */
export function usePages(): Choice[] {
  const { i18n } = useCatalog();
  const navigate = useNavigate();
  const textOf = (label: MenuLink['label']) => (typeof label === 'string' ? label : i18n._(label));
  return flattenMenu(useMenu()).flatMap(({ link: { to, id, icon, label, reason }, group }): Choice[] => {
    if (!to || reason) return [];
    const context = group && textOf(group);
    return [{ id: `page-${id}`, icon, label: textOf(label), context, run: () => void navigate({ to }) }];
  });
}

/** Opens an address in a new tab. */
const openElsewhere = (address: string) => () => void window.open(address, '_blank', 'noopener,noreferrer');

/** The plans of products that the menu does not list, and the websites of all products. */
export function useProducts(): Choice[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const own = new Set(useOwnProducts()?.map(({ id }) => id));
  return preloaded().products.flatMap(({ id, url, displayName, isDisabled }): Choice[] => {
    if (isDisabled) return [];
    const toPlans = () => void navigate({ to: paths.productSubscription, params: { id } });
    const plans = own.has(id)
      ? []
      : [{ id: `product-${id}`, icon: Package, label: displayName, context: t`Plans`, run: toPlans }];
    if (!url) return plans;
    const label = t`Open ${displayName}`;
    return [...plans, { id: `open-${id}`, icon: Package, label, isExternal: true, run: openElsewhere(url) }];
  });
}

/** Actions that are available on every page. */
export function useActions(): Choice[] {
  const { t } = useLingui();
  const theme = useTheme();
  const locale = useLocale();
  const changeLocale = useChangeLocale();
  const { signOut } = useSignOut();
  const { knowledgeBase, contact } = preloaded().links;
  const other = locale === 'en' ? 'fr' : 'en';
  const isDark = theme === 'dark';
  const linked = (id: string, icon: LucideIcon, label: string, address: string | null): Choice[] =>
    address ? [{ id, icon, label, isExternal: true, run: openElsewhere(address) }] : [];
  return [
    {
      id: 'theme',
      icon: isDark ? Sun : Moon,
      label: isDark ? t`Switch to the light theme` : t`Switch to the dark theme`,
      run: () => switchTheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      icon: Languages,
      label: other === 'fr' ? t`Switch to French` : t`Switch to English`,
      keywords: ['language', 'langue', localeNames[other]],
      run: () => changeLocale(other),
    },
    ...linked('help', BookOpen, t`Knowledge base`, knowledgeBase),
    ...linked('contact', Mail, t`Contact us`, contact),
    { id: 'sign-out', icon: LogOut, label: t`Sign out`, run: signOut },
  ];
}
