import pg from 'pg';

/** The data and the log of a portal. */
interface Kept {
  readonly databaseUrl: string;
  readonly log: string;
  /** Secrets that may remain in mail only. */
  readonly keptInMail?: ReadonlySet<string>;
}

/** The table of sent messages, which the portal stores so that they can be sent again. */
const mailTable = 'public.mail_messages';

/** Six digits that are not a JSON number and not part of a time, an address or a longer word. */
const code = /(?<!": |[\w.+:#[-])\d{6}(?![\w-])/g;

/** Searches all tables and the log for secrets. @returns where each was found */
export async function findLeaks(
  { databaseUrl, log, keptInMail = new Set() }: Kept,
  secrets: ReadonlySet<string>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const leaks = leaksIn('the log', log, secrets);
    const notInMail = new Set([...secrets].filter((secret) => !keptInMail.has(secret)));
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
      const text = rows.map(({ row }) => row).join('\n');
      leaks.push(...leaksIn(name, text, name === mailTable ? notInMail : secrets));
    }
    return leaks;
  } finally {
    await client.end();
  }
}

function leaksIn(place: string, text: string, secrets: ReadonlySet<string>): string[] {
  const codes = new Set(text.match(code));
  const isIn = (secret: string) =>
    /^\d{6}$/.test(secret)
      ? codes.has(secret) || text.includes(`\\x${toHex(secret)}"`)
      : secretForms(secret).some((form) => text.includes(form));
  return [...secrets].filter(isIn).map((secret) => `${place}: ${secret}`);
}

/** The forms of a secret in a text: plain, without spaces and hyphens, and as bytes. */
function secretForms(secret: string): string[] {
  const bare = secret.replace(/[\s-]/g, '');
  return [secret, bare, ...[secret, bare].map(toHex)];
}

const toHex = (text: string) => Buffer.from(text).toString('hex');
