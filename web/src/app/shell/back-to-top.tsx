import { useLingui } from '@lingui/react/macro';
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { focusHeading } from '../../lib/focus-heading.ts';

/** Pixels of scrolling after which the button appears (UI-6). */
const appearsAfter = 400;

/** On a phone the button appears only while the user scrolls up, because it covers content. */
export function BackToTop() {
  const { t } = useLingui();
  const [isShown, setIsShown] = useState(false);
  const [readsOn, setReadsOn] = useState(false);
  useEffect(() => {
    let before = scrollY;
    const look = () => {
      setIsShown(scrollY > appearsAfter);
      if (scrollY !== before) setReadsOn(scrollY > before);
      before = scrollY;
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  if (!isShown) return null;
  const goUp = () => {
    scrollTo({ top: 0, behavior: 'smooth' });
    focusHeading();
  };
  return (
    <button
      type="button"
      aria-label={t`Back to top`}
      title={t`Back to top`}
      className={cn(
        'fixed right-5 bottom-(--corner-bottom) z-30 grid size-10 place-items-center rounded-full border border-line bg-surface text-ink shadow-popup hover:bg-surface-hover max-sm:right-3 [&_svg]:size-[18px]',
        readsOn && 'max-sm:hidden',
      )}
      onClick={goUp}
    >
      <ArrowUp aria-hidden="true" />
    </button>
  );
}
