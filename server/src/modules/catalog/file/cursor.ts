import type { Path, PathProblem } from './problems.ts';

/**
 * A value of the file as it was written, right or wrong, with its path. Rules that join fields read through it, so that they are checked
 * also while other fields are wrong, and everything is reported at once.
 */
export class Cursor {
  readonly value: unknown;
  readonly path: Path;

  constructor(value: unknown, path: Path = []) {
    this.value = value;
    this.path = path;
  }

  at(name: string): Cursor {
    const own = this.isBlock() && Object.hasOwn(this.value as object, name);
    return new Cursor(own ? (this.value as Record<string, unknown>)[name] : undefined, [...this.path, name]);
  }

  /** Entries of a list; none where it is no list. */
  items(): Cursor[] {
    return Array.isArray(this.value) ? this.value.map((item, index) => new Cursor(item, [...this.path, index])) : [];
  }

  /** Fields of a block with their names; none where it is no block. */
  entries(): [string, Cursor][] {
    return this.isBlock() ? Object.keys(this.value as object).map((name) => [name, this.at(name)]) : [];
  }

  /** The text that is there, if it is text. */
  text(): string | undefined {
    return typeof this.value === 'string' ? this.value.trim() : undefined;
  }

  number(): number | undefined {
    return typeof this.value === 'number' ? this.value : undefined;
  }

  isGiven(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  should(message: string): PathProblem {
    return { path: this.path, message };
  }

  private isBlock(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
  }
}
