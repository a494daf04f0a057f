import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './clean-up.ts';
import { readDocument, readProgram } from './document-programs.ts';

export const hasPython = spawnSync('python3', ['--version']).status === 0;

const document = readDocument('licensing-python.md');
const module = join(import.meta.dirname, '../../examples/python/portico_licensing.py');

/** The portal that a product calls. */
export interface ProductPortal {
  readonly url: string;
  readonly token: string;
  /** Raw keys in base64url, by id. */
  readonly publicKeys: Readonly<Record<string, string>>;
}

/** A step of a product: the examples under a heading of docs/licensing-python.md, or code of the test. */
export type Step = string | { readonly code: string };

export interface StepResult {
  /** The printed lines. */
  readonly lines: readonly string[];
  /** The last line of the error; empty for none. */
  readonly error: string;
}

/** A product in Python on a device, with the module of examples/python. What it stores is in its own folder. */
export class PythonProduct {
  readonly folder = temporaryFolder('python');
  readonly hardwareId: string;
  readonly product: string;

  constructor(hardwareId: string, product = 'desktop') {
    this.hardwareId = hardwareId;
    this.product = product;
    copyFileSync(module, join(this.folder, 'portico_licensing.py'));
  }

  /** Starts, runs the steps and ends. It is asynchronous, because the portal may run in this process. */
  async run(portal: ProductPortal, ...steps: readonly Step[]): Promise<StepResult> {
    const keys = Object.entries(portal.publicKeys).map(([keyId, publicKey]) => ({ keyId, publicKey }));
    writeFileSync(join(this.folder, 'keys.json'), JSON.stringify({ keys }));
    const programs = ['How every example begins', ...steps].map((step) =>
      typeof step === 'string' ? readProgram(document, step, 'python') : step.code,
    );
    writeFileSync(join(this.folder, 'product.py'), programs.join('\n'));
    const { hardwareId, product } = this;
    const environment = { PORTAL: portal.url, PORTAL_TOKEN: portal.token, PRODUCT: product, HARDWARE_ID: hardwareId };
    const child = spawn('python3', ['-X', 'utf8', 'product.py'], {
      cwd: this.folder,
      env: { ...process.env, ...environment },
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (errors += part));
    const [code] = await once(child, 'close');
    const lines = output.split('\n').slice(0, -1);
    const error = errors.trim().split('\n').at(-1) ?? '';
    return { lines, error: code === 0 ? '' : error.replace('portico_licensing.', '') };
  }
}
