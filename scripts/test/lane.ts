/** What a part of the run prints. A lane that is held keeps its lines until it is released, so that two lanes do not mix theirs. */
export class Lane {
  #held: string[] | undefined;

  constructor({ isHeld = false } = {}) {
    if (isHeld) this.#held = [];
  }

  write(text: string): void {
    if (this.#held) this.#held.push(text);
    else process.stdout.write(text);
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const text of held) process.stdout.write(text);
  }
}
