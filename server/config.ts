/** The environment and the command line, read once. A value that makes no sense stops the start with a sentence. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Provider } from '#server/access/provider.ts'
import { listOf } from '#server/platform/networks.ts'

const url = (protocols: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.split(' ').includes(new URL(text).protocol), {
    message: `must be an address that starts with ${protocols.replaceAll(' ', '// or ')}//`,
  })

const networks = z.string().refine(
  (text) => {
    try {
      return listOf(text.split(','))
    } catch {
      return false
    }
  },
  { message: 'must be addresses or networks with commas between, as in 10.0.0.0/8,192.168.1.7' },
)

const Environment = z.object({
  /** `production` refuses the demo. */
  NODE_ENV: z.string().optional(),
  /** Where the console and every HTTP call answer. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** The address of this machine that answers: 127.0.0.1 is reached from it alone, 0.0.0.0 and :: stand for all it has. */
  HOST: z.string().default('127.0.0.1'),
  /**
   * The address people type, for links in mails and trusted origins. A name on the internet, and any address behind a
   * proxy that does not pass on Host, is known to be ours by it alone.
   */
  PUBLIC_URL: url('http: https:').optional(),
  /** Addresses of reverse proxies whose X-Forwarded-For is believed, with commas between. */
  TRUST_PROXY: z.string().optional(),
  /** Where everything that is kept lies, unless an engine of its own is named below. */
  DATA_DIR: z.string().default('data'),
  /** PostgreSQL for records; without it PGlite below the data directory. */
  DATABASE_URL: url('postgres: postgresql:').optional(),
  /** ClickHouse for telemetry; without it chDB below the data directory. */
  CLICKHOUSE_URL: url('http: https:').optional(),
  /** Port of the built-in MQTT broker (0: any free one); without it 1883, or any free one when that is taken. */
  MQTT_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** An outside MQTT broker to listen on instead of the built-in one. */
  MQTT_URL: url('mqtt: mqtts:').optional(),
  /**
   * S3-compatible store for pictures and other files: its address with the bucket as the path. Without it a folder below
   * the data directory. Without keys, those are used that the AWS client finds on the machine.
   */
  FILES_S3_URL: url('http: https:').optional(),
  /** The store's region; many stores of one's own take any. */
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_KEY_ID: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
  /**
   * Mail server. Without it mails are kept in the data directory and shown at /dev/mail in demo mode; elsewhere people
   * sign in with passwords, and who invites somebody gets a link to hand over.
   */
  SMTP_URL: url('smtp: smtps:').optional(),
  /**
   * An OpenID provider through which users may sign in as well, by an email that it has verified, and its name on the
   * button. Its client's redirect address is PUBLIC_URL/identity/callback/oidc.
   */
  OIDC_ISSUER: url('http: https:').optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(50).optional(),
  /** Whom people write to about the console; without it the contact of their organization. */
  SUPPORT_EMAIL: z.email('must be a mail address').optional(),
  /** Who mails are from, with or without a name. */
  MAIL_FROM: z.string().default('Binnacle <binnacle@localhost>'),
  /**
   * SMS through Twilio: the account, its token, and one of its numbers or the sid of a messaging service (MG…). Without
   * them nobody is told by SMS. TWILIO_URL is for a service of one's own that answers as Twilio's does.
   */
  TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_FROM: z.string().min(1).optional(),
  TWILIO_URL: url('http: https:').optional(),
  /**
   * Private addresses and networks that webhooks and push services may have, with commas between: 10.0.0.0/8,192.168.1.7.
   * All others that are not on the internet are refused.
   */
  OUTGOING_ADDRESSES: networks.optional(),
  /**
   * Open-Meteo's marine and forecast services, for example https://marine-api.open-meteo.com/v1/marine and
   * https://api.open-meteo.com/v1/forecast, or one's own. Without both no forecast is stored.
   */
  OPEN_METEO_MARINE_URL: url('http: https:').optional(),
  OPEN_METEO_FORECAST_URL: url('http: https:').optional(),
  /** The key of a paying customer of Open-Meteo, which goes with each question. */
  OPEN_METEO_API_KEY: z.string().optional(),
  /** A folder of real recordings that join the demo fleet. */
  RECORDINGS: z.string().optional(),
  /** A harbour-level map of one's own: a PMTiles file, or the address of vector tiles with {z}/{x}/{y}. */
  BASEMAP_PMTILES: z.string().optional(),
  BASEMAP_TILES_URL: z.string().optional(),
  /** The address of raster tiles of seamarks with {z}/{x}/{y}, which the console's map can show over its own. */
  SEAMARKS_TILES_URL: z.string().optional(),
})

export interface Config extends Omit<z.infer<typeof Environment>, 'DATA_DIR'> {
  dataDir: string
  demo: boolean
  provider: Provider | null
}

export class ConfigError extends Error {}

/** Options --no-demo, --data DIR and --port N win over the environment. Throws ConfigError with a sentence. */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const { values } = readOptions(args)
  const parsed = Environment.safeParse({
    ...env,
    ...(values.data ? { DATA_DIR: values.data } : {}),
    ...(values.port ? { PORT: values.port } : {}),
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const { DATA_DIR, ...rest } = parsed.data
  if (!rest.OPEN_METEO_MARINE_URL !== !rest.OPEN_METEO_FORECAST_URL) {
    throw new ConfigError('OPEN_METEO_MARINE_URL and OPEN_METEO_FORECAST_URL are needed together.')
  }
  if (!rest.FILES_S3_KEY_ID !== !rest.FILES_S3_SECRET) {
    throw new ConfigError('FILES_S3_KEY_ID and FILES_S3_SECRET are needed together.')
  }
  const twilio = [rest.TWILIO_ACCOUNT_SID, rest.TWILIO_AUTH_TOKEN, rest.TWILIO_FROM]
  if (twilio.some(Boolean) && !twilio.every(Boolean)) {
    throw new ConfigError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are needed together.')
  }
  if (rest.FILES_S3_URL && !/^\/[^/]+\/?$/.test(new URL(rest.FILES_S3_URL).pathname)) {
    throw new ConfigError(
      'FILES_S3_URL must end with the name of a bucket, as in https://s3.example.org/binnacle.',
    )
  }
  const demo = !values['no-demo']
  if (demo && rest.NODE_ENV === 'production') {
    throw new ConfigError(
      'Demo accounts have well-known passwords: start with --no-demo when NODE_ENV is production.',
    )
  }
  if (demo && !['127.0.0.1', 'localhost', '::1'].includes(rest.HOST)) {
    throw new ConfigError(`Demo accounts have well-known passwords: HOST ${rest.HOST} needs --no-demo.`)
  }
  return { ...rest, dataDir: resolve(DATA_DIR), demo, provider: providerIn(rest) }
}

function providerIn({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
}: Omit<Config, 'provider' | 'dataDir' | 'demo'>): Provider | null {
  if (!issuer && !clientId && !clientSecret) return null
  if (!issuer || !clientId || !clientSecret)
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together.')
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname }
}

const OPTIONS = {
  'no-demo': { type: 'boolean' },
  data: { type: 'string' },
  port: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const wantsHelp = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, strict: false }).values.help === true

export const HELP = `npm start -- [--no-demo] [--data DIR] [--port N]

Starts Binnacle, with a demo fleet unless told otherwise.

  --no-demo   starts empty: the first visit creates your organization
  --data DIR  where the data lives (else DATA_DIR, else ./data)
  --port N    where the console answers (else PORT, else 3000)
  --help      says this

npm hands over only what stands behind " -- ". Environment variables configure the rest; server/config.ts has a sentence
on each: ${Object.keys(Environment.shape).join(', ')}.`

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS })
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message} Known options: --no-demo, --data DIR, --port N, --help.`,
    )
  }
}
