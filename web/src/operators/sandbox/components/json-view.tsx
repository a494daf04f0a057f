import { ObjectLink } from './object-link.tsx';

/**
 * Ids of objects that the sandbox stores on their own, as strings in JSON. Lines and items are excluded, because they
 * are parts of other objects.
 */
const knownIds =
  /"((?:cus|sub|in|ii|inpay|pi|pm|ch|txn|re|prod|price|evt|clock|seti|setatt|promo|di|cbtxn|we|cn|txr)_[A-Za-z0-9]{8,})"/;

/** JSON in which every id links to its object. */
export function JsonView({ json, label }: { json: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-control border border-line bg-canvas p-3.5"
    >
      <pre className="font-mono text-[13px] leading-5">
        {json.split(knownIds).map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
            <span key={index}>
              "<ObjectLink id={part} className="text-[13px] break-all underline" />"
            </span>
          ),
        )}
      </pre>
    </section>
  );
}
