import { type ClassValue, clsx } from 'clsx';

/** Joins class names; what is falsy is left out. Parts keep their own classes apart from a caller's, so no merging is needed. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
