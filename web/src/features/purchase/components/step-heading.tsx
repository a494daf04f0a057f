import { type ReactNode, useEffect, useRef } from 'react';
import { useFlow } from './flow-context.ts';

/** Heading of a step; takes the focus when the step is entered, so that a screen reader says where one is and the content begins at its top. */
export function StepHeading({
  title,
  children,
  takesFocus,
}: {
  title: ReactNode;
  children?: ReactNode;
  takesFocus: boolean;
}) {
  const Heading = `h${useFlow().headingLevel}` as const;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="mb-5">
      <Heading ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold tracking-tight outline-none">
        {title}
      </Heading>
      {children && <p className="mt-0.5 text-muted">{children}</p>}
    </div>
  );
}
