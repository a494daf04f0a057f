import { TextLink } from '../../../ui/link.tsx';

/** An object's id, which leads to the object. In a table it is cut where room is short, and its title has the whole. */
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
