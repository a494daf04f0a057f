import { TextLink } from '../../../ui/link.tsx';

/** An object's id, which leads to the object. */
export function ObjectLink({ id, className = 'text-[13px]' }: { id: string; className?: string }) {
  return (
    <TextLink
      to="/dev/stripe"
      search={(before: object) => ({ ...before, object: id })}
      className={`font-mono font-normal break-all ${className}`}
    >
      {id}
    </TextLink>
  );
}
