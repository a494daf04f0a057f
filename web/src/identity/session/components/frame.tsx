import { type ReactNode, useEffect, useRef } from 'react';
import { switchLocale } from '../../../lib/locale.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { Brand } from '../../../ui/brand.tsx';
import { LanguageSwitch } from '../../../ui/language-switch.tsx';
import { ThemeToggle } from '../../../ui/theme-toggle.tsx';
import { VisitorFooter } from '../../../ui/visitor-footer.tsx';

interface FrameProps {
  /** The heading and the window title. */
  title: string;
  /** Changes when the page shows another step; the heading is then focused. */
  step?: string;
  /** A picture above the heading. */
  picture?: ReactNode;
  /** For content wider than a form. */
  wide?: boolean;
  children: ReactNode;
  /** Shown below the card. */
  after?: ReactNode;
}

/** The frame of every page before the sign-in: brand, language, theme, and a card with the heading. */
export function Frame({ title, step = '', picture, wide = false, children, after }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef('');
  useEffect(() => {
    document.title = `${title} · ${preloaded().company.name}`;
  }, [title]);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <div className="flex min-h-dvh flex-col px-4">
      <header className="flex h-14 items-center justify-end gap-1">
        <LanguageSwitch onChange={(locale) => void switchLocale(locale)} />
        <ThemeToggle />
      </header>
      <main className={`mx-auto w-full flex-1 pt-[max(24px,6vh)] pb-10 ${wide ? 'max-w-[560px]' : 'max-w-[400px]'}`}>
        <div className="mb-6 flex justify-center">
          <Brand />
        </div>
        <div className="rounded-dialog border border-line bg-surface p-6 shadow-card sm:p-8">
          {picture}
          <h1 ref={heading} tabIndex={-1} className="mb-5 text-title font-semibold leading-7 tracking-tight">
            {title}
          </h1>
          {children}
        </div>
        {after}
      </main>
      <VisitorFooter className="justify-center pb-6" />
    </div>
  );
}
