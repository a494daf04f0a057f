import { type ReactNode, useEffect, useRef } from 'react';

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
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="mb-5">
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold tracking-tight outline-none">
        {title}
      </h3>
      {children && <p className="mt-0.5 text-muted">{children}</p>}
    </div>
  );
}
