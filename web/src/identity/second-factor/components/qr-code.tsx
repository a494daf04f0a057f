import encodeQR from 'qr';
import { useMemo } from 'react';

/** A QR code, always dark on white: cameras read no other. @param label says what it holds, for screen readers */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-control border border-line"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

function drawingOf(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), size: rows.length };
}
