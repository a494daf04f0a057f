import { TextLink } from '../../../ui/link.tsx';

/** An id that links to its object. In a table it may be truncated; its tooltip has the complete id. */
export function ObjectLink({ id, className = 'text-[13px] break-all' }: { id: string; className?: string }) {
  return (
    <TextLink
      to="/dev/stripe"
      search={(before: object) => ({ ...before, object: id })}
      title={id}
      className={`font-mono font-normal ${className}`}
    >
      {id}
    </TextLink>
  );
}
