import type { z } from 'zod'
import { SECRET_SETTINGS, SETTING_GROUPS } from '#server/settings.ts'

/** Writes the page of the documentation on settings, in Markdown. */
export function settingsPage(): string {
  const parts = Object.entries(SETTING_GROUPS).map(([title, settings]) => `## ${title}\n\n${table(settings)}`)
  return `# Settings

Every setting is an environment variable. \`npm start -- --help\` lists the command line options, which take precedence.
An invalid value stops the start with a message; an empty value counts as not set. A test writes this page from
[server/settings.ts](../server/settings.ts).

**Secrets from files.** A setting with a key (🔑) may also come from a file, as orchestrators provide secrets. For example,
\`SMTP_URL_FILE\` names the file that contains \`SMTP_URL\`; a final line break is ignored. The start fails when both are set.

${parts.join('\n\n')}
`
}

function table(settings: Record<string, z.ZodType>): string {
  const rows = Object.entries(settings).map(([name, schema]) => [
    `\`${name}\`${SECRET_SETTINGS.some((secret) => secret === name) ? ' 🔑' : ''}`,
    defaultOf(schema),
    schema.description ?? '',
  ])
  return [['Setting', 'Default', 'Meaning'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function defaultOf(schema: z.ZodType): string {
  const value = schema.parse(undefined)
  return value === undefined ? '' : `\`${value}\``
}
