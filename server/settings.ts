/** Every setting of the environment: what it is for, what it may be, what it is when nothing is said. */
import { z } from 'zod'
import { TileAddress } from '#server/basemap/tileAddress.ts'
import { listOf } from '#server/platform/networks.ts'

/** A name that needs no quotes. */
const CLUSTER_NAME = /^[A-Za-z_]\w*$/

const url = (protocols: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.split(' ').includes(new URL(text).protocol), {
    message: `must be an address that starts with ${protocols.replaceAll(' ', '// or ')}//`,
  })

/** Without a question, a fragment, a password or anything that another program would write differently. */
const PLAIN_ADDRESS = /^\w+:\/\/[^/?#@]+(\/[\w-]+)*\/?$/

const port = z.coerce.number().int().min(0).max(65_535)

const NETWORKS = 'must be addresses or networks with commas between, as in 10.0.0.0/8,192.168.1.7'
function areNetworks(list: readonly string[]) {
  try {
    return listOf(list) && true
  } catch {
    return false
  }
}

const networks = z.string().refine((text) => areNetworks(text.split(',')), { message: NETWORKS })

/** Names of networks that are nobody's in particular. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
const proxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .refine((list) => list.length > 0 && areNetworks(list.filter((one) => !NAMED_NETWORKS.includes(one))), {
    message: NETWORKS,
  })
  // Whoever is believed about everybody is believed about themselves.
  .refine((list) => !list.some((one) => /\/0+$/.test(one)), { message: 'must not be all networks (/0)' })

export const PROCESS_ROLES = ['gateway', 'processing', 'api'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

const roles = z
  .string()
  .refine((text) => text.split(',').every((one) => PROCESS_ROLES.some((role) => role === one.trim())), {
    message: `must be some of ${PROCESS_ROLES.join(',')}`,
  })
  .transform((text) => PROCESS_ROLES.filter((role) => text.split(',').some((one) => one.trim() === role)))

const CONSOLE = {
  NODE_ENV: z.string().optional().describe('`production` refuses the demo.'),
  PORT: port.default(3000).describe('Where the console and every HTTP call answer.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'The address of this machine that answers: `127.0.0.1` is reached from it alone, `0.0.0.0` and `::` stand for all it has.',
    ),
  PUBLIC_URL: url('http: https:')
    .refine((text) => !URL.canParse(text) || PLAIN_ADDRESS.test(text), {
      message:
        'must be an address that ends with a host or with a path of plain letters, as in https://example.org/fleet',
    })
    .transform((text) => text.replace(/\/$/, ''))
    .optional()
    .describe(
      'The address people type, for links in mails and trusted origins. With a path the console lies below it (`https://example.org/fleet`), and a proxy in front passes on the whole path. A name on the internet, and any address behind a proxy that does not pass on `Host`, is known to be ours by it alone.',
    ),
  TRUST_PROXY: proxies
    .optional()
    .describe(
      'Addresses and networks of reverse proxies whose `X-Forwarded-For` is believed, with commas between: `127.0.0.1,10.0.0.0/8`. `loopback`, `linklocal` and `uniquelocal` stand for the networks of that kind.',
    ),
  SUPPORT_EMAIL: z
    .email('must be a mail address')
    .optional()
    .describe('Whom people write to about the console; without it the contact of their organization.'),
  WEBSITE_URL: url('http: https:')
    .optional()
    .describe('The website of the product; the screen that says that something went wrong leads to it.'),
  DOCUMENTATION_URL: url('http: https:')
    .optional()
    .describe(
      'Documentation of your own; Resources, Documentation leads to it beside what the console brings.',
    ),
  RECORDINGS: z.string().optional().describe('A folder of real recordings that join the demo fleet.'),
}

const STORES = {
  ROLES: roles
    .default([...PROCESS_ROLES])
    .describe(
      'What this process does, with commas between: `gateway` takes what devices send, `processing` computes, `api` is the console, its calls and what is sent to people. All of it unless said; less needs `DATABASE_URL`, `CLICKHOUSE_URL` and `NATS_URL`. See [roles](roles.md).',
    ),
  DATA_DIR: z
    .string()
    .default('data')
    .describe('Where everything that is kept lies, unless an engine of its own is named below.'),
  DATABASE_URL: url('postgres: postgresql:')
    .optional()
    .describe('PostgreSQL 15 or newer for records; without it PGlite below the data directory.'),
  CLICKHOUSE_URL: url('http: https:')
    .optional()
    .describe('ClickHouse for telemetry; without it chDB below the data directory.'),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(CLUSTER_NAME, 'must be a name of letters, digits and _')
    .optional()
    .describe(
      'The cluster, by its name in `remote_servers`, whose replicas all keep the whole telemetry; `CLICKHOUSE_URL` then leads to one of them. What is acknowledged is on most of them. See [deploying](deploy.md).',
    ),
  NATS_URL: url('nats: tls:')
    .refine((text) => !URL.canParse(text) || /^\/?[A-Za-z0-9_-]*\/?$/.test(new URL(text).pathname), {
      message: 'may have one name of letters and digits as its path',
    })
    .optional()
    .describe(
      'NATS, by which several processes tell each other what happens: `nats://` or `tls://`, with a name and password or a token where it asks for them. Installations that share one NATS are told apart by a path, as in `nats://bus.example.org:4222/harbour`. Without it one process tells itself. While it is away, news arrives some seconds later.',
    ),
  FILES_S3_URL: url('http: https:')
    .optional()
    .describe(
      'S3-compatible store for pictures, exports, log files, charts and areas of the map: its address with the bucket as the path. Without it a folder below the data directory.',
    ),
  FILES_S3_REGION: z
    .string()
    .default('us-east-1')
    .describe('The region of that store; many stores of one’s own take any.'),
  FILES_S3_KEY_ID: z
    .string()
    .optional()
    .describe(
      'The key of that store, together with `FILES_S3_SECRET`; without them those that the AWS client finds on the machine.',
    ),
  FILES_S3_SECRET: z.string().optional().describe('The secret that belongs to `FILES_S3_KEY_ID`.'),
}

const DEVICES = {
  MQTT_PORT: port
    .optional()
    .describe(
      'Port of the built-in MQTT broker (`0`: any free one); without it 1883, or any free one when that is taken.',
    ),
  MQTT_HOST: z
    .string()
    .optional()
    .describe(
      'The address of this machine at which the built-in broker answers; without it `HOST`. `0.0.0.0` or `::` lets boats reach it while HTTP stays behind a proxy on the same machine.',
    ),
  MQTT_TLS_CERT: z
    .string()
    .optional()
    .describe(
      'A file with the certificate of the built-in broker and those between it and its authority (PEM), together with `MQTT_TLS_KEY`; looked at again each hour. The port without TLS then answers programs on this machine alone.',
    ),
  MQTT_TLS_KEY: z.string().optional().describe('The file with the key that belongs to it (PEM).'),
  MQTT_TLS_PORT: port
    .default(8883)
    .describe(
      'Port of the built-in broker for MQTT over TLS (`0`: any free one), once it has a certificate.',
    ),
  MQTT_URL: url('mqtt: mqtts:')
    .optional()
    .describe('An outside MQTT broker to listen on instead of the built-in one.'),
}

const PEOPLE = {
  SMTP_URL: url('smtp: smtps:')
    .optional()
    .describe(
      'Mail server. Without it mails are kept in the data directory and shown at `/dev/mail` in demo mode; elsewhere people sign in with passwords, and who invites somebody gets a link to hand over.',
    ),
  MAIL_FROM: z
    .string()
    .default('Binnacle <binnacle@localhost>')
    .describe('Who mails are from, with or without a name.'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The account of Twilio that sends SMS, together with the next two. Without them nobody is told by SMS.',
    ),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional().describe('The token of that account.'),
  TWILIO_FROM: z
    .string()
    .min(1)
    .optional()
    .describe('One of its numbers, or the sid of a messaging service (`MG…`).'),
  TWILIO_URL: url('http: https:')
    .optional()
    .describe('A service of one’s own that answers as Twilio’s does.'),
  OUTGOING_ADDRESSES: networks
    .optional()
    .describe(
      'Private addresses and networks that webhooks and push services may have, with commas between: `10.0.0.0/8,192.168.1.7`. All others that are not on the internet are refused.',
    ),
  OIDC_ISSUER: url('http: https:')
    .optional()
    .describe(
      'An OpenID provider through which users may sign in as well, by an email that it has verified. Its client’s redirect address is `PUBLIC_URL/identity/callback/oidc`.',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('The name of the console at that provider.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('The secret that belongs to it.'),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('What the button that leads to the provider says; without it the provider’s host.'),
}

const WEATHER_AND_MAP = {
  OPEN_METEO_MARINE_URL: url('http: https:')
    .optional()
    .describe(
      'Open-Meteo’s marine service, `https://marine-api.open-meteo.com/v1/marine` or one’s own. Without it and the next no forecast is stored.',
    ),
  OPEN_METEO_FORECAST_URL: url('http: https:')
    .optional()
    .describe('Its forecast service, `https://api.open-meteo.com/v1/forecast` or one’s own.'),
  OPEN_METEO_API_KEY: z
    .string()
    .optional()
    .describe('The key of a paying customer of Open-Meteo, which goes with each question.'),
  BASEMAP_PMTILES: z.string().optional().describe('A harbour-level map of one’s own: a PMTiles file.'),
  BASEMAP_SOURCE_URL: url('http: https:')
    .optional()
    .describe(
      'The world file in harbour detail that areas are taken of, in the console (“Keep this area in detail”) or with `npm run basemap -- --area`, as a PMTiles file with Protomaps’ layers whose server answers range requests; else the daily build of Protomaps. Nothing is fetched until somebody asks.',
    ),
  BASEMAP_AREAS_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(2000)
    .describe('How many megabytes all areas in harbour detail may take together.'),
  BASEMAP_TILES_URL: TileAddress.optional().describe(
    'Such a map by its address: vector tiles with `{z}/{x}/{y}`.',
  ),
  SATELLITE_TILES_URL: TileAddress.optional().describe(
    'The address of raster tiles with pictures from above, with `{z}/{x}/{y}` (EOX Sentinel-2 cloudless, Esri, one’s own), which take the place of the built-in ones.',
  ),
  SATELLITE_TILES_CREDIT: z
    .string()
    .optional()
    .describe('Whose pictures those are, as the corner of the map shall say it; needed with them.'),
  CHART_SOURCES: z
    .string()
    .optional()
    .describe(
      'Raster charts on the web that people may show over the map, as JSON: `[{"name": "Depths", "url": "https://tiles.example/{z}/{x}/{y}.png", "attribution": "© …"}]`, with `minzoom`, `maxzoom`, `tile_size` (256 or 512) and `bounds` (west, south, east, north) where they are known. Files lie in the folder `charts` of the data directory, or of the bucket.',
    ),
  SEAMARKS_TILES_URL: TileAddress.optional().describe(
    'The address of raster tiles of seamarks with `{z}/{x}/{y}`, which the console’s map can show over its own.',
  ),
}

/**
 * The settings by what they are about, in the order of the page that explains them.
 *
 * @internal
 */
export const SETTING_GROUPS = {
  'The console': CONSOLE,
  Stores: STORES,
  Devices: DEVICES,
  'People: mail, SMS, sign-in': PEOPLE,
  'Weather and map': WEATHER_AND_MAP,
} as const

export const Settings = z.object({ ...CONSOLE, ...STORES, ...DEVICES, ...PEOPLE, ...WEATHER_AND_MAP })

export type SettingName = keyof typeof Settings.shape

/** What may hold a password, a token or a key: each may also be read from a file. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'NATS_URL',
  'FILES_S3_KEY_ID',
  'FILES_S3_SECRET',
  'MQTT_URL',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OPEN_METEO_API_KEY',
] as const satisfies readonly SettingName[]
