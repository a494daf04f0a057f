import type { ReactNode } from 'react';

const letters = { textAnchor: 'middle', fontWeight: 800, letterSpacing: 0.2 } as const;

/** The brands' marks, drawn on 36 by 24, in the colors that their owners give them. */
const marks: Record<string, ReactNode> = {
  visa: (
    <>
      <Ground fill="#fff" />
      <text {...letters} x="18" y="16" fontSize="10.5" fontStyle="italic" fill="#1434cb">
        VISA
      </text>
    </>
  ),
  mastercard: (
    <>
      <Ground fill="#fff" />
      <circle cx="14.2" cy="12" r="6.3" fill="#eb001b" />
      <circle cx="21.8" cy="12" r="6.3" fill="#f79e1b" />
      <path d="M18 6.98a6.3 6.3 0 0 1 0 10.04 6.3 6.3 0 0 1 0-10.04z" fill="#ff5f00" />
    </>
  ),
  'american express': (
    <>
      <Ground fill="#016fd0" />
      <text {...letters} x="18" y="15.4" fontSize="8.6" fill="#fff">
        AMEX
      </text>
    </>
  ),
  discover: (
    <>
      <Ground fill="#fff" />
      <path d="M36 14v5.5a4.5 4.5 0 0 1-4.5 4.5H13c9-1.3 17-4.6 23-10z" fill="#f47216" />
      <text {...letters} x="17" y="13" fontSize="6" fill="#1a1d23">
        DISCOVER
      </text>
    </>
  ),
  jcb: (
    <>
      <Ground fill="#fff" />
      <rect x="8" y="5" width="6" height="14" rx="2" fill="#0e4c96" />
      <rect x="15" y="5" width="6" height="14" rx="2" fill="#d40f2c" />
      <rect x="22" y="5" width="6" height="14" rx="2" fill="#007b40" />
    </>
  ),
  'diners club': (
    <>
      <Ground fill="#fff" />
      <circle cx="18" cy="12" r="7.5" fill="#0079be" />
      <circle cx="18" cy="12" r="5.4" fill="#fff" />
      <path d="M16.8 7.6v8.8a4.7 4.7 0 0 1 0-8.8zm2.4 0a4.7 4.7 0 0 1 0 8.8z" fill="#0079be" />
    </>
  ),
};

function Ground({ fill }: { fill: string }) {
  return <rect x="0.5" y="0.5" width="35" height="23" rx="4.5" fill={fill} className="stroke-line-strong" />;
}

/** The mark of a card's brand. Decorative: the name stands beside it for screen readers. */
export function BrandMark({ brand }: { brand: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 36 24" className="!h-6 !w-9 shrink-0">
      {marks[brand] ?? (
        <>
          <rect x="0.5" y="0.5" width="35" height="23" rx="4.5" className="fill-surface stroke-line-strong" />
          <path d="M1 8h34v3H1zM5 16h8" className="fill-muted stroke-muted" strokeWidth="1" />
        </>
      )}
    </svg>
  );
}
