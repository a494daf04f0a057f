import type { ReactNode } from 'react';

/** Rows of a card with a description on the left and a figure on the right. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line border-t border-line">{children}</ul>;
}

interface RowProps {
  title: ReactNode;
  note: ReactNode;
  tag?: ReactNode;
  figure: ReactNode;
  figureNote?: ReactNode;
}

export function Row({ title, note, tag, figure, figureNote }: RowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {title}
          {tag}
        </p>
        <p className="text-sm break-words text-muted">{note}</p>
      </div>
      <div className="ml-auto shrink-0 text-right tabular-nums">
        <p className="whitespace-nowrap">{figure}</p>
        {figureNote && <p className="text-sm whitespace-nowrap text-muted">{figureNote}</p>}
      </div>
    </li>
  );
}
