import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A line that the example product printed. */
export interface Line {
  readonly event: string;
  readonly milliseconds?: number;
  readonly [name: string]: unknown;
}

/** The example product in a separate process. */
export class ExampleProcess {
  readonly #child: ChildProcess;
  #output = '';
  errors = '';

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    this.#child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (part) => {
      this.#output += part;
    });
    this.#child.stderr?.on('data', (part) => {
      this.errors += part;
    });
  }

  get lines(): Line[] {
    return this.#output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  }

  /** The first line with this event. @throws if the process ends without it, or after 20 seconds */
  async until(event: string): Promise<Line> {
    for (const begin = Date.now(); Date.now() - begin < 20_000; await pause(10)) {
      const found = this.lines.find((line) => line.event === event);
      if (found) return found;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break;
    }
    await pause(50);
    const found = this.lines.find((line) => line.event === event);
    if (found) return found;
    throw new Error(`the example product never said ${event}:\n${this.#output}${this.errors}`);
  }

  /** Waits for the process to end. @returns its exit code */
  async end(signal?: NodeJS.Signals): Promise<number | null> {
    const isOver = this.#child.exitCode !== null || this.#child.signalCode !== null;
    const ending = isOver ? undefined : once(this.#child, 'close');
    if (signal) this.#child.kill(signal);
    await ending;
    return this.#child.exitCode;
  }
}
