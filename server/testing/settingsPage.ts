import type { z } from 'zod'
import { SECRET_SETTINGS, SETTING_GROUPS } from '#server/settings.ts'

/** The page of the documentation on the environment, in Markdown. */
export function settingsPage(): string {
  const parts = Object.entries(SETTING_GROUPS).map(([title, settings]) => `## ${title}\n\n${table(settings)}`)
  return `# Settings

Every setting is a variable of the environment; \`npm start -- --help\` names the options of the command line, which win over
them. A value that makes no sense stops the start with a sentence; an empty one is none. What is said here is made from
[server/settings.ts](../server/settings.ts).

**Secrets from files.** Those with a key (🔑) may stand in a file instead, as orchestrators hand them over: \`SMTP_URL_FILE\`
names the file that holds \`SMTP_URL\`, without its last line break. A setting and its file at once are refused.

${parts.join('\n\n')}
`
}

function table(settings: Record<string, z.ZodType>): string {
  const rows = Object.entries(settings).map(([name, schema]) => [
    `\`${name}\`${SECRET_SETTINGS.some((secret) => secret === name) ? ' 🔑' : ''}`,
    defaultOf(schema),
    schema.description ?? '',
  ])
  return [['Setting', 'Unless said', 'What it is'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function defaultOf(schema: z.ZodType): string {
  const value = schema.parse(undefined)
  return value === undefined ? '' : `\`${value}\``
}
