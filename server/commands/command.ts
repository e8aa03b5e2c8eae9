/** Common parts of the commands beside `npm start`: arguments, help and error messages. */
import { parseArgs } from 'node:util'
import { joinSecret } from '#contract/domain/secretArgument.ts'
import '#server/platform/quickModules.ts'
import { type Config, readConfig } from '#server/config.ts'
import { makeFilesOwnerOnly } from '#server/platform/ownerOnly.ts'

interface Command<Option extends string> {
  usage: string
  /** Describes the command, with a line for each of its own options. */
  help: string
  /** Names of the command's own options; each takes a text. */
  options?: readonly Option[]
  /** Names of its own options that take nothing. */
  flags?: readonly string[]
}

interface Given<Option extends string> {
  values: Partial<Record<Option, string>>
  flags: ReadonlySet<string>
  positionals: string[]
  config: Config
}

/** The arguments are incomplete; the answer explains how to call the command. */
export class Misused extends Error {}

const COMMON_HELP = `  --data DIR           the data directory that npm start was told (else DATA_DIR, else ./data)
  --help               says this

npm hands over only what stands behind " -- ".`

/** Ends the process: with 0 when `run` has ended, else with 1 and a sentence about the error. */
export async function runCommand<Option extends string = never>(
  { usage, help, options = [], flags = [] }: Command<Option>,
  run: (given: Given<Option>) => Promise<void>,
): Promise<never> {
  makeFilesOwnerOnly()
  try {
    const { values, positionals } = readArguments(options, flags)
    if (values.help) {
      console.log(`${usage}\n\n${help}\n${COMMON_HELP}`)
      process.exit(0)
    }
    const config = readConfig(process.env, [
      '--no-demo',
      ...(typeof values.data === 'string' ? ['--data', values.data] : []),
    ])
    await run({
      values: values as Partial<Record<Option, string>>,
      flags: new Set(flags.filter((name) => (values as Record<string, unknown>)[name] === true)),
      positionals,
      config,
    })
    process.exit(0)
  } catch (error) {
    const { message } = error as Error
    console.error(
      error instanceof Misused ? [message, `Usage: ${usage}`].filter(Boolean).join('\n') : message,
    )
    process.exit(1)
  }
}

function readArguments(own: readonly string[], flags: readonly string[]) {
  try {
    return parseArgs({
      args: joinSecret(process.argv.slice(2)),
      allowPositionals: true,
      options: {
        ...Object.fromEntries(own.map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new Misused((error as Error).message)
  }
}
