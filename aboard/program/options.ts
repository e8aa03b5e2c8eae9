import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { joinSecret } from '#contract/domain/secretArgument.ts'
import { sourceHelp } from '../sources/openSource.ts'

/** All that the program is told, from the file and the flags. */
export interface Options {
  server: string
  sources: string[]
  state: string
  diskBytes: number
  bytesPerHour: number | null
  bytesPerMonth: number | null
  everyS: number | null
  positionEveryS: number
  id: string | null
  secret: string | null
}

interface Option {
  /** Name in the file. */
  name: Exclude<keyof Options, 'sources'>
  takes: 'text' | 'number' | 'bytes'
  does: string
}

/** Options by their flags. */
const OPTIONS: Readonly<Record<string, Option>> = {
  server: { name: 'server', takes: 'text', does: 'address of the console, such as https://console.example' },
  state: {
    name: 'state',
    takes: 'text',
    does: 'folder for what waits and for the credentials of this device',
  },
  disk: { name: 'diskBytes', takes: 'bytes', does: 'most disk for what waits (default 2G)' },
  'bytes-per-hour': { name: 'bytesPerHour', takes: 'bytes', does: 'most bytes to send in an hour (200K)' },
  'bytes-per-month': { name: 'bytesPerMonth', takes: 'bytes', does: 'most bytes to send in 30 days (100M)' },
  every: { name: 'everyS', takes: 'number', does: 'seconds between batches (default 1; with a budget 30)' },
  'position-every': {
    name: 'positionEveryS',
    takes: 'number',
    does: 'seconds between positions that pass before everything else (default 10)',
  },
  id: { name: 'id', takes: 'text', does: 'id of a device that exists already, with its --secret' },
  secret: { name: 'secret', takes: 'text', does: 'its secret; better in the file, because others see flags' },
}

/** Time in which the rarest of the usual messages comes. */
const PROBE_S = 10

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, G: 1e9 }

export const HELP = `taffrail-aboard: keeps what the instruments of a boat send on disk, and brings it ashore.

  taffrail-aboard --server https://console.example tcp://192.168.4.1:10110

The first start prints a pairing code. Type it in the console: Vessel, Device, Pair.
Everything stays on this computer until the server has stored it: for days without a link, and after a cut of power.

Sources, any number of them:
${sourceHelp()}
Options:
${Object.entries(OPTIONS)
  .map(([flag, { takes, does }]) => `  --${`${flag} ${takes.toUpperCase()}`.padEnd(24)} ${does}`)
  .join('\n')}
  --config FILE              reads options from a JSON file: {"server": "…", "sources": ["…"], …}
  --probe [TARGET…]          only listens, tries these addresses, hosts and serial ports, and says what each is
  --seconds NUMBER           time for each of them (default 10)
  --print-unit               prints a systemd unit with these options, and ends
  --version                  prints the version, and ends
  --help                     prints this, and ends

Bytes may end in K, M or G. Names in the file: ${Object.values(OPTIONS)
  .map(({ name }) => name)
  .join(', ')}.
With a budget, positions, alerts and one message a minute of every kind go first, then each kind once a second.
What is faster stays on board until it is dropped for lack of disk.
`

/** The call is wrong; the message says how. */
export class Misused extends Error {}

export type Call =
  | { does: 'help' }
  | { does: 'version' }
  | { does: 'probe'; targets: string[]; seconds: number }
  | { does: 'print-unit'; options: Options }
  | { does: 'run'; options: Options }

export function readCall(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Call {
  const { values, positionals } = parsed(args)
  if (values.help) return { does: 'help' }
  if (values.version) return { does: 'version' }
  const seconds = Number(values.seconds ?? PROBE_S)
  if (!(seconds > 0)) throw new Misused('--seconds is a number above 0.')
  if (values.probe) return { does: 'probe', targets: positionals, seconds }
  const fromFile = typeof values.config === 'string' ? readConfig(values.config) : {}
  const given: Record<string, unknown> = { ...fromFile }
  for (const [flag, { name }] of Object.entries(OPTIONS))
    if (values[flag] !== undefined) given[name] = values[flag]
  const known = new Set<string>(['sources', ...Object.values(OPTIONS).map(({ name }) => name)])
  for (const name of Object.keys(given))
    if (!known.has(name)) throw new Misused(`There is no option "${name}".`)
  const sources = positionals.length > 0 ? positionals : given.sources
  const options = {
    ...{ diskBytes: 2e9, bytesPerHour: null, bytesPerMonth: null, everyS: null, positionEveryS: 10 },
    ...{ id: null, secret: null, state: defaultState(env) },
  } as Options
  for (const { name, takes } of Object.values(OPTIONS))
    if (given[name] !== undefined && given[name] !== null)
      Object.assign(options, { [name]: readValue(name, takes, given[name]) })
  if (!Array.isArray(sources) || sources.length === 0 || sources.some((one) => typeof one !== 'string'))
    throw new Misused('Name at least one source, such as tcp://192.168.4.1:10110.')
  options.sources = sources as string[]
  if (!/^https?:\/\/[^/]/.test(options.server ?? ''))
    throw new Misused('Name the console: --server https://…')
  if ((options.id === null) !== (options.secret === null)) throw new Misused('--id and --secret go together.')
  return values['print-unit'] ? { does: 'print-unit', options } : { does: 'run', options }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: joinSecret(args),
      allowPositionals: true,
      options: {
        ...Object.fromEntries(Object.keys(OPTIONS).map((flag) => [flag, { type: 'string' as const }])),
        config: { type: 'string' },
        'print-unit': { type: 'boolean' },
        probe: { type: 'boolean' },
        seconds: { type: 'string' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }) as { values: Record<string, string | boolean | undefined>; positionals: string[] }
  } catch (error) {
    throw new Misused((error as Error).message)
  }
}

function readConfig(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  } catch (error) {
    throw new Misused(`${path}: ${(error as Error).message}`)
  }
}

function readValue(name: string, takes: Option['takes'], value: unknown): string | number {
  if (takes === 'text') {
    if (typeof value === 'string' && value !== '') return value
    throw new Misused(`${name} is a text.`)
  }
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([KMG]?)$/.exec(String(value)) ?? []
  const number = Number(digits) * (takes === 'bytes' ? (UNITS[unit] ?? 1) : unit === '' ? 1 : Number.NaN)
  if (number > 0) return number
  throw new Misused(`${name} is a number above 0${takes === 'bytes' ? ', such as 500K or 2G' : ''}.`)
}

/** The folder of a systemd unit, or one of this user. */
const defaultState = ({ STATE_DIRECTORY }: NodeJS.ProcessEnv) =>
  STATE_DIRECTORY ?? join(homedir(), '.taffrail-aboard')
