/** A product's logo beside its name: decorative, for the name says the same. @param logo64 data: URI; without one the first letter stands in */
export function ProductLogo({ name, logo64 }: { name: string; logo64: string | null }) {
  const size = 'size-11 shrink-0 rounded-[10px]';
  if (logo64) return <img src={logo64} alt="" width={44} height={44} className={`${size} object-contain`} />;
  return (
    <span
      aria-hidden="true"
      className={`${size} grid place-items-center bg-accent-soft text-lg font-semibold text-accent-text`}
    >
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
