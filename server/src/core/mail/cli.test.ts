import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/clean-up.ts';
import { runCommand } from '../../../test/command.ts';
import { mailCommand } from './cli.ts';

test('npm run mail writes every message, without pictures if there is no Chromium', async () => {
  vi.stubEnv('PATH', '');
  const folder = join(temporaryFolder('mail'), 'previews');
  const { code, out, err } = await runCommand(mailCommand, ['preview', folder]);
  expect([code, err]).toEqual([0, '']);
  const files = readdirSync(folder);
  const texts = files.filter((name) => name.endsWith('.txt'));
  expect(out).toBe(
    `${texts.length} messages are in ${folder}\nThere are no screenshots, because Chromium is not installed.\n`,
  );
  expect(files).toEqual(expect.arrayContaining(['invitation.en.html', 'invitation.fr.txt']));
});
