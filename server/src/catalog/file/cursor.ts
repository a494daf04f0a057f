import type { MessageValues } from '../../core/messages/index.ts';
import type { Path, PathProblem } from './paths.ts';
import type { CatalogMessageKey } from './words.ts';

/** A value of the file with its path, valid or not. Rules read it even if other fields are invalid, so that all problems are reported at once. */
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

  /** Entries of a list; empty if the value is not a list. */
  items(): Cursor[] {
    return Array.isArray(this.value) ? this.value.map((item, index) => new Cursor(item, [...this.path, index])) : [];
  }

  /** Fields of a block by name; empty if the value is not a block. */
  entries(): [string, Cursor][] {
    return this.isBlock() ? Object.keys(this.value as object).map((name) => [name, this.at(name)]) : [];
  }

  /** The value, if it is text. */
  text(): string | undefined {
    return typeof this.value === 'string' ? this.value.trim() : undefined;
  }

  number(): number | undefined {
    return typeof this.value === 'number' ? this.value : undefined;
  }

  isGiven(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** A problem of this value. */
  problem(key: CatalogMessageKey, values: MessageValues = {}): PathProblem {
    return { path: this.path, message: { key, values } };
  }

  private isBlock(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
  }
}
