import { parseArgs } from 'node:util';
import { chooseCommand, defineCommand, startCommand } from '../../core/command.ts';

const usage = `Usage: npm run stripe -- COMMAND [--json]

  status           shows how the copy of the Stripe account keeps up: the last event and how far behind it is, rows of each table, the last backfill
                   and repair, events that could not be applied
  backfill         reads everything that the account has, whatever its age
  repair           lists again the last 35 days and what is not final, repairs what differs and says what it was
    --days NUMBER  goes back that many days instead
  retry            puts the events that could not be applied back to work; a running portal applies them

  --json           prints the result for programs

Works whether or not a portal is running.
Exits with 0 if all is well, 1 if status has something that needs a person (events that could not be applied, a failed backfill or repair, no
contact with Stripe for 15 minutes) or a repair found differences, 2 if the command could not be carried out.`;

const maxDays = 3_650;

/** `npm run stripe` */
export const stripeCommand = defineCommand({
  usage,
  parse(parameters) {
    const options = { json: { type: 'boolean', default: false }, days: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options });
    const command = chooseCommand(['status', 'backfill', 'repair', 'retry'], positionals);
    if (values.days === undefined) return { command, days: undefined, json: values.json };
    if (command !== 'repair') throw new Error(`--days is for repair, not for ${command}.`);
    const days = Number(values.days);
    if (!/^\d+$/.test(values.days) || days < 1 || days > maxDays) {
      throw new Error(`--days takes a whole number from 1 to ${maxDays}, not '${values.days}'.`);
    }
    return { command, days, json: values.json };
  },
  async run(given, { print, readConfig }) {
    await using opened = new AsyncDisposableStack();
    // Loaded on demand, so that help is shown fast.
    const [{ openMirror }, { runCommand }] = await Promise.all([
      import('./open-mirror.ts'),
      import('./mirror.commands.ts'),
    ]);
    const needsStripe = given.command === 'backfill' || given.command === 'repair';
    const maintenance = await openMirror(await readConfig(), opened, { needsStripe });
    return await runCommand({ maintenance, print }, given);
  },
});

if (import.meta.main) await startCommand(stripeCommand);
