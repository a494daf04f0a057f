/** Placeholders that the server replaces; see web/README.md 'Documents'. */
const hiddenFields = { __html: '<!--portico:antiforgery-->' };
const serverErrors = { __html: '<!--portico:errors-->' };

export function HiddenFields() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant placeholder, filled by the server with escaped fields
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={hiddenFields} />;
}

/** The errors of a form that was posted without JavaScript. */
export function ServerErrors() {
  return (
    <div
      role="alert"
      suppressHydrationWarning
      className="whitespace-pre-line rounded-control bg-bad-soft px-3.5 py-3 text-bad empty:hidden"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant placeholder, filled by the server with escaped text
      dangerouslySetInnerHTML={serverErrors}
    />
  );
}
