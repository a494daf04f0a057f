import { useLingui } from '@lingui/react/macro';
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { focusHeading } from '../../lib/focus-heading.ts';

/** Pixels of scrolling after which it appears (UI-6). */
const appearsAfter = 400;

export function BackToTop() {
  const { t } = useLingui();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const look = () => setIsShown(scrollY > appearsAfter);
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
      className="fixed right-5 bottom-(--corner-bottom) z-30 grid size-10 place-items-center rounded-full border border-line bg-surface text-ink shadow-popup hover:bg-surface-hover [&_svg]:size-[18px]"
      onClick={goUp}
    >
      <ArrowUp aria-hidden="true" />
    </button>
  );
}
