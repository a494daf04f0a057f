import { Trans } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { Payment } from '../../billing/pages/pay/payment.tsx';
import { Confirmation } from '../../identity/pages/profile/confirmation.tsx';
import { lazyPart } from '../../lib/lazy.tsx';
import { preloaded } from '../../lib/preloaded.ts';
import { useStore } from '../../lib/use-store.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { withCatalog } from '../catalogs.ts';
import { ActingAsBanner } from './acting-as-banner.tsx';
import { useActingEnded } from './acting-ended.ts';
import { BackToTop } from './back-to-top.tsx';
import { CommandPalette } from './command-palette-lazy.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { HistoryNotice } from './history-notice.tsx';
import { asksForPalette } from './hot-keys.ts';
import { MirrorAge } from './mirror-age.tsx';
import { PageTitle } from './page-title.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { PublicHeader } from './public-header.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';
import { Sidebar } from './sidebar.tsx';
import { isSnowSeason, snowIsOn } from './snow-state.ts';

const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx').then((module) => module.MenuDrawer));
const PasskeyOffer = lazyPart(async () => {
  const module = await withCatalog('profile', () => import('../../identity/passkeys/index.ts'));
  return module.PasskeyOffer;
});
const Snow = lazyPart(() => import('./snow.tsx').then((module) => module.Snow));

/** What stands around every page: the shell for a signed-in user, a quiet header for everybody else. */
export function Layout() {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        <Trans>Skip to content</Trans>
      </a>
      <ProgressBar />
      <PageTitle />
      <ConnectionBar />
      {preloaded().user ? <Shell /> : <PublicLayout />}
      <BackToTop />
    </>
  );
}

function Shell() {
  const [menuIsOpen, setMenuIsOpen] = useOpened();
  const [paletteIsOpen, setPaletteIsOpen] = useOpened();
  const snowIsFalling = useStore(snowIsOn);
  const openPalette = setPaletteIsOpen.bind(null, true);
  useActingEnded();

  // Before anything is painted: from the first picture of the page on, its keys work.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!asksForPalette(event)) return;
      event.preventDefault();
      setPaletteIsOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [setPaletteIsOpen]);

  return (
    <>
      <ActingAsBanner />
      <SandboxBanner />
      <Header onShowMenu={() => setMenuIsOpen(true)} onShowPalette={openPalette} />
      <div className="shell-body">
        <Sidebar onShowMenu={() => setMenuIsOpen(true)} />
        <div className="shell-main">
          <main id="main" tabIndex={-1}>
            <MirrorAge />
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <PartBoundary onFailure={() => setMenuIsOpen(null)}>
        {menuIsOpen !== null && <MenuDrawer open={menuIsOpen} onOpenChange={setMenuIsOpen} />}
      </PartBoundary>
      <PartBoundary onFailure={() => setPaletteIsOpen(null)}>
        {paletteIsOpen !== null && <CommandPalette open={paletteIsOpen} onOpenChange={setPaletteIsOpen} />}
      </PartBoundary>
      <Confirmation />
      <Payment />
      {preloaded().offerPasskey && (
        <PartBoundary onFailure={() => {}}>
          <PasskeyOffer />
        </PartBoundary>
      )}
      {preloaded().historyPercent !== null && <HistoryNotice />}
      <PartBoundary onFailure={() => snowIsOn.set(false)}>{isSnowSeason() && snowIsFalling && <Snow />}</PartBoundary>
    </>
  );
}

/** Open or not; null until it was opened for the first time, so that nothing of it is loaded before. */
function useOpened() {
  return useState<boolean | null>(null);
}

function PublicLayout() {
  return (
    <>
      <PublicHeader />
      <div className="public-main">
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
    </>
  );
}
