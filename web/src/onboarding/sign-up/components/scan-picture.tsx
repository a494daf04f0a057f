/** The brand's color mixed with white, in percent. */
const tint = (percent: number) => `color-mix(in srgb, var(--accent) ${percent}%, white)`;

/** A decorative card between the corners of a scanner. */
export function ScanPicture({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 400 270" aria-hidden="true" className={className} fill="none">
      <g stroke="currentColor" strokeWidth="4" strokeLinecap="round">
        <path d="M12 50V22a12 12 0 0 1 12-12h28M348 10h28a12 12 0 0 1 12 12v28M388 220v28a12 12 0 0 1-12 12h-28M52 260H24a12 12 0 0 1-12-12v-28" />
      </g>
      <rect x="42" y="36" width="316" height="198" rx="16" fill="#f7f7fd" />
      <path d="M42 52a16 16 0 0 1 16-16h284a16 16 0 0 1 16 16v28H42Z" fill={tint(18)} />
      <rect x="62" y="52" width="96" height="12" rx="6" fill={tint(85)} />
      <circle cx="330" cy="58" r="10" fill={tint(38)} />
      <rect x="62" y="98" width="88" height="106" rx="10" fill={tint(26)} />
      <circle cx="106" cy="136" r="18" fill={tint(80)} />
      <path d="M70 204c2-28 18-38 36-38s34 10 36 38Z" fill={tint(80)} />
      <g fill="#c3c6d2">
        <rect x="172" y="102" width="72" height="8" rx="4" />
        <rect x="172" y="136" width="46" height="8" rx="4" />
        <rect x="266" y="136" width="46" height="8" rx="4" />
        <rect x="172" y="170" width="60" height="8" rx="4" />
      </g>
      <g fill="#4d5461">
        <rect x="172" y="116" width="160" height="10" rx="5" />
        <rect x="172" y="150" width="78" height="10" rx="5" />
        <rect x="266" y="150" width="66" height="10" rx="5" />
        <rect x="172" y="184" width="120" height="10" rx="5" />
      </g>
      <path d="M26 214h348" stroke="#7ef0c4" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
