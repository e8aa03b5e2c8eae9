/** The environment and the command line, read once. A value that makes no sense stops the start with a sentence. */
import { readFileSync } from 'node:fs'
import type { BlockList } from 'node:net'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import type { Chart } from '#contract/wire/chart.ts'
import type { Provider } from '#server/access/provider.ts'
import { webCharts } from './charts/webCharts.ts'
import type { BrokerTls } from './gateway/mqttPorts.ts'
import { listOf } from './platform/networks.ts'
import { PROCESS_ROLES, SECRET_SETTINGS, Settings } from './settings.ts'

type GivenSettings = Omit<z.infer<typeof Settings>, 'DATA_DIR'>

export interface Config extends GivenSettings {
  MQTT_HOST: string
  dataDir: string
  demo: boolean
  /** This process has all roles. */
  isWhole: boolean
  /** Other processes may work on the same stores. */
  isShared: boolean
  provider: Provider | null
  brokerTls: BrokerTls | null
  /** Load balancers in front of the broker, which send a PROXY header. */
  brokerProxies: BlockList
  /** Networks from which devices without a secret are accepted. */
  unauthenticatedNetworks: BlockList
  /** Charts that CHART_SOURCES names. */
  webCharts: Chart[]
}

export class ConfigError extends Error {}

/** Options --no-demo, --data DIR and --port N win over the environment. Throws ConfigError with a sentence. */
export function readConfig(variables: NodeJS.ProcessEnv, args: readonly string[]): Config {
  // A variable that a compose file or a unit passes on without a value counts as not set.
  const env = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  if (env.MQTT_URL || env.MQTT_URL_FILE)
    throw new ConfigError(
      'MQTT_URL is no longer a setting: gateways receive MQTT themselves. Connect that broker as a bridge, see docs/roles.md, and remove the setting.',
    )
  const { values } = readOptions(args)
  const parsed = Settings.safeParse({
    ...env,
    ...secretsInFiles(env),
    ...(values.data ? { DATA_DIR: values.data } : {}),
    ...(values.port ? { PORT: values.port } : {}),
    ...(values.role ? { ROLES: values.role } : {}),
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
  if (rest.CLICKHOUSE_CLUSTER && !rest.CLICKHOUSE_URL)
    throw new ConfigError('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, the address of one of its replicas.')
  const twilio = [rest.TWILIO_ACCOUNT_SID, rest.TWILIO_AUTH_TOKEN, rest.TWILIO_FROM]
  if (twilio.some(Boolean) && !twilio.every(Boolean)) {
    throw new ConfigError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are needed together.')
  }
  if (rest.FILES_S3_URL && !/^\/[^/]+\/?$/.test(new URL(rest.FILES_S3_URL).pathname)) {
    throw new ConfigError(
      'FILES_S3_URL must end with the name of a bucket, as in https://s3.example.org/taffrail.',
    )
  }
  if (rest.SATELLITE_TILES_URL && !rest.SATELLITE_TILES_CREDIT) {
    throw new ConfigError('SATELLITE_TILES_URL needs SATELLITE_TILES_CREDIT: whose pictures they are.')
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
  const isWhole = rest.ROLES.length === PROCESS_ROLES.length
  const isShared = Boolean(rest.DATABASE_URL && rest.CLICKHOUSE_URL && rest.NATS_URL)
  if (!isWhole && !isShared) {
    throw new ConfigError(
      'Processes with a role of their own share their stores: DATABASE_URL, CLICKHOUSE_URL and NATS_URL are needed.',
    )
  }
  if (demo && !isWhole) throw new ConfigError('The demo needs all roles in one process: add --no-demo.')
  return {
    ...rest,
    MQTT_HOST: rest.MQTT_HOST ?? rest.HOST,
    dataDir: resolve(DATA_DIR),
    demo,
    isWhole,
    isShared,
    provider: providerIn(rest),
    brokerTls: brokerTlsIn(rest),
    unauthenticatedNetworks: listOf(rest.UNAUTHENTICATED_NETWORKS?.split(',') ?? []),
    brokerProxies: listOf(rest.MQTT_TRUST_PROXY?.split(',') ?? []),
    webCharts: webChartsIn(rest),
  }
}

/** Throws ConfigError for a file that cannot be read, and for a setting that is given twice. */
function secretsInFiles(env: NodeJS.ProcessEnv): Record<string, string> {
  const named = SECRET_SETTINGS.flatMap((name) => {
    const file = env[`${name}_FILE`]
    return file ? [{ name, file }] : []
  })
  return Object.fromEntries(
    named.map(({ name, file }) => {
      if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set.`)
      try {
        return [name, readFileSync(file, 'utf8').replace(/\r?\n$/, '')]
      } catch (error) {
        throw new ConfigError(`${name}_FILE cannot be read: ${(error as Error).message}.`)
      }
    }),
  )
}

function providerIn({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
}: GivenSettings): Provider | null {
  if (!issuer && !clientId && !clientSecret) return null
  if (!issuer || !clientId || !clientSecret)
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together.')
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname }
}

function webChartsIn({ CHART_SOURCES }: GivenSettings): Chart[] {
  try {
    return webCharts(CHART_SOURCES)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

function brokerTlsIn({
  MQTT_TLS_CERT: cert,
  MQTT_TLS_KEY: key,
  MQTT_TLS_PORT: port,
}: GivenSettings): BrokerTls | null {
  if (!cert && !key) return null
  if (!cert || !key) throw new ConfigError('MQTT_TLS_CERT and MQTT_TLS_KEY are needed together.')
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) })
  } catch (error) {
    throw new ConfigError(`MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used: ${(error as Error).message}.`)
  }
  return { cert, key, port }
}

const OPTIONS = {
  'no-demo': { type: 'boolean' },
  data: { type: 'string' },
  port: { type: 'string' },
  role: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const wantsHelp = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, strict: false }).values.help === true

export const HELP = `npm start -- [--no-demo] [--data DIR] [--port N] [--role A,B]

Starts Taffrail, with a demo fleet unless told otherwise.

  --no-demo   starts empty: the first visit creates your organization
  --data DIR  where the data lives (else DATA_DIR, else ./data)
  --port N    where the console answers (else PORT, else 3000)
  --role A,B  what this process does: gateway, processing, api (else ROLES, else all of it)
  --help      says this

npm hands over only what stands behind " -- ". Environment variables configure the rest; docs/settings.md has a sentence
on each: ${Object.keys(Settings.shape).join(', ')}.`

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS })
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message} Known options: --no-demo, --data DIR, --port N, --role A,B, --help.`,
    )
  }
}
