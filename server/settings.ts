/** Every setting of the environment: its purpose, its allowed values and its default. */
import { z } from 'zod'
import { TileAddress } from '#server/basemap/tileAddress.ts'
import { listOf } from '#server/platform/networks.ts'
import { readKeys } from '#server/platform/vault.ts'

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

/** An entry for all networks would trust every client about its own address. */
const areSome = (list: readonly string[]) => !list.some((one) => /\/0+$/.test(one.trim()))
const NOT_ALL = { message: 'must not be all networks (/0)' }

const networks = z.string().refine((text) => areNetworks(text.split(',')), { message: NETWORKS })

/** Names of reserved address ranges, which stand for their networks. */
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
  .refine(areSome, NOT_ALL)

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
  PORT: port.default(3000).describe('Port of the console and of every HTTP call.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address of this machine on which the server listens. `127.0.0.1` accepts only programs on this machine; `0.0.0.0` and `::` listen on all addresses.',
    ),
  PUBLIC_URL: url('http: https:')
    .refine((text) => !URL.canParse(text) || PLAIN_ADDRESS.test(text), {
      message:
        'must be an address that ends with a host or with a path of plain letters, as in https://example.org/fleet',
    })
    .transform((text) => text.replace(/\/$/, ''))
    .optional()
    .describe(
      'Address that people type; links in mails and trusted origins use it. With a path (`https://example.org/fleet`) the console lies below that path, and a proxy passes on the whole path. Required under a name that can be registered on the internet (`boats.example.com`), even in a private network, and behind a proxy that does not pass on `Host`. Not required for IP addresses, names of one word, and names that end in `.local`, `.lan`, `.internal` or `.home.arpa`.',
    ),
  TRUST_PROXY: proxies
    .optional()
    .describe(
      'Addresses and networks of reverse proxies whose `X-Forwarded-For` the server accepts, separated by commas: `127.0.0.1,10.0.0.0/8`. `loopback`, `linklocal` and `uniquelocal` stand for the networks of that kind.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'Token with which other machines read `/metrics`, as `Authorization: Bearer …`. Without it only programs on this machine read them.',
    ),
  SUPPORT_EMAIL: z
    .email('must be a mail address')
    .optional()
    .describe(
      'Mail address for questions about the console. Default: the contact of the user’s organization.',
    ),
  WEBSITE_URL: url('http: https:')
    .optional()
    .describe('Website of the product. The error screen links to it.'),
  DOCUMENTATION_URL: url('http: https:')
    .optional()
    .describe(
      'Your own documentation. The page Documentation under Resources links to it, beside the built-in documentation.',
    ),
  UPLOAD_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe(
      'Longest time in seconds that the server works on an uploaded file: a picture, a model, a chart, or 10 MB of a log. It then stops, and the file is tried again only when a user asks for it. See [uploads](uploads.md).',
    ),
  UPLOAD_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(150)
    .default(512)
    .describe(
      'Most megabytes of memory that opening an uploaded file may take, with the process that opens it.',
    ),
  RECORDINGS: z.string().optional().describe('Folder of real recordings that join the demo fleet.'),
}

const STORES = {
  ROLES: roles
    .default([...PROCESS_ROLES])
    .describe(
      'Roles of this process, separated by commas. `gateway` receives from devices, `processing` computes, `api` serves the console and its calls and sends messages to people. Fewer than all roles need `DATABASE_URL`, `CLICKHOUSE_URL` and `NATS_URL`. See [roles](roles.md).',
    ),
  DATA_DIR: z
    .string()
    .default('data')
    .describe('Data directory. It contains everything that no store named below contains.'),
  SECRETS_KEY: z
    .string()
    .transform((text, context) => {
      const keys = readKeys(text)
      if (keys) return keys
      context.addIssue('must be 32 random bytes in Base64, as `openssl rand -base64 32` makes them')
      return z.NEVER
    })
    .optional()
    .describe(
      'Key that encrypts the secrets in the records which the server must read again: signing secrets of webhooks, second factors, keys of sign-in and push. 32 random bytes in Base64 (`openssl rand -base64 32`); several with commas between, the newest first. Default: the file `secrets.key` in the data directory, made at the first start. Required for the role `api` where several processes share their stores. See [deploying](deploy.md).',
    ),
  DATABASE_URL: url('postgres: postgresql:')
    .optional()
    .describe('PostgreSQL 15 or newer for records. Default: PGlite in the data directory.'),
  CLICKHOUSE_URL: url('http: https:')
    .optional()
    .describe('ClickHouse for telemetry. Default: chDB in the data directory.'),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(CLUSTER_NAME, 'must be a name of letters, digits and _')
    .optional()
    .describe(
      'Name of the cluster in `remote_servers`. Every replica stores the whole telemetry, and `CLICKHOUSE_URL` leads to one replica. Acknowledged samples are on most replicas. See [deploying](deploy.md).',
    ),
  NATS_URL: url('nats: tls:')
    .refine((text) => !URL.canParse(text) || ['', '/'].includes(new URL(text).pathname), {
      message: 'must have no path: the id of the installation keeps installations apart',
    })
    .optional()
    .describe(
      'NATS, through which several processes send each other events: `nats://` or `tls://`, with name and password or a token where NATS requires them. Several installations may share one NATS. A single process needs no NATS. While NATS is down, events arrive some seconds later.',
    ),
  FILES_S3_URL: url('http: https:')
    .optional()
    .describe(
      'S3-compatible store for pictures, exports, log files, charts and areas of the map: the address with the bucket as its path. Several installations may share one bucket; each has a folder in it. Default: a folder in the data directory.',
    ),
  FILES_S3_REGION: z
    .string()
    .default('us-east-1')
    .describe('Region of that store. Many self-hosted stores accept any region.'),
  FILES_S3_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Key of that store, together with `FILES_S3_SECRET`. Default: the credentials that the AWS client finds on the machine.',
    ),
  FILES_S3_SECRET: z.string().optional().describe('Secret that belongs to `FILES_S3_KEY_ID`.'),
}

const DEVICES = {
  MQTT_PORT: port
    .optional()
    .describe(
      'Port of the built-in MQTT broker (`0`: any free port). Default: 1883, or any free port when 1883 is taken.',
    ),
  MQTT_HOST: z
    .string()
    .optional()
    .describe(
      'Address of this machine on which the built-in broker listens. Default: `HOST`. With `0.0.0.0` or `::` boats reach the broker while HTTP stays behind a proxy on the same machine.',
    ),
  MQTT_TLS_CERT: z
    .string()
    .optional()
    .describe(
      'File with the certificate chain of the built-in broker (PEM), together with `MQTT_TLS_KEY`. The broker reads both files again every hour. The port without TLS then accepts only programs on this machine.',
    ),
  MQTT_TLS_KEY: z.string().optional().describe('File with the private key of that certificate (PEM).'),
  MQTT_TLS_PORT: port
    .default(8883)
    .describe(
      'Port of the built-in broker for MQTT over TLS (`0`: any free port), once the broker has a certificate.',
    ),
  MQTT_TRUST_PROXY: networks
    .refine((text) => areSome(text.split(',')), NOT_ALL)
    .optional()
    .describe(
      'Addresses and networks of TCP load balancers in front of the built-in MQTT broker, `TELTONIKA_PORT` and `NMEA_PORT`, separated by commas. Each of their connections must begin with a header of the PROXY protocol (version 1 or 2), which states the address of the device. A connection from there without a header is closed.',
    ),
  TELTONIKA_PORT: port
    .optional()
    .describe(
      'TCP port for Teltonika trackers, Codec 8 and 8 Extended (`0`: any free port), on `MQTT_HOST`. Off by default. Trackers connect only from `UNAUTHENTICATED_NETWORKS`. Give processes of the role `api` these settings too: the console shows them.',
    ),
  NMEA_PORT: port
    .optional()
    .describe(
      'Port for NMEA 0183 over TCP and UDP (`0`: any free port), on `MQTT_HOST`. Off by default. A first line `id.secret` signs a device in over TCP; without it, the sender must be in `UNAUTHENTICATED_NETWORKS`.',
    ),
  UNAUTHENTICATED_NETWORKS: networks
    .optional()
    .describe(
      'Addresses and networks, separated by commas, from which devices may send without a secret: trackers that only state their IMEI, and NMEA 0183 that only has a source address. Anyone in these networks can send data in the name of such a device, so name a private network of the mobile operator or a VPN. Default: none, so both are refused.',
    ),
  MQTT_PUBLIC_URL: url('mqtt: mqtts:')
    .optional()
    .describe(
      'Address that devices use for MQTT, as in `mqtts://boats.example.com:8883`: that of the load balancer in front of the gateways. The console shows it, and registration answers it. Default: the host of the console and the port of the built-in broker.',
    ),
}

const PEOPLE = {
  SMTP_URL: url('smtp: smtps:')
    .optional()
    .describe(
      'Mail server. Without a mail server, mails stay in the data directory, and the demo shows them at `/dev/mail`. Outside the demo people then sign in with passwords, and a user who invites a colleague gets a link to hand over.',
    ),
  MAIL_FROM: z
    .string()
    .default('Taffrail <taffrail@localhost>')
    .describe('Sender of mails, with or without a name.'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Twilio account that sends SMS, together with the next two settings. Without them no SMS is sent.',
    ),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional().describe('Token of that account.'),
  TWILIO_FROM: z
    .string()
    .min(1)
    .optional()
    .describe('Phone number of that account, or the SID of a messaging service (`MG…`).'),
  TWILIO_URL: url('http: https:').optional().describe('Your own service with the same interface as Twilio.'),
  OUTGOING_ADDRESSES: networks
    .optional()
    .describe(
      'Private addresses and networks that webhooks and push services may have, separated by commas: `10.0.0.0/8,192.168.1.7`. The server refuses every other address that is not on the internet.',
    ),
  OIDC_ISSUER: url('http: https:')
    .optional()
    .describe(
      'OpenID provider through which users may also sign in, with an email address that the provider has verified. The redirect address of the client is `PUBLIC_URL/identity/callback/oidc`.',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('Client id of the console at that provider.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Secret that belongs to `OIDC_CLIENT_ID`.'),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('Text of the button that leads to the provider. Default: the provider’s host.'),
}

const WEATHER_AND_MAP = {
  OPEN_METEO_MARINE_URL: url('http: https:')
    .optional()
    .describe(
      'Open-Meteo’s marine service, `https://marine-api.open-meteo.com/v1/marine` or your own copy. Without it and `OPEN_METEO_FORECAST_URL` no forecast is stored.',
    ),
  OPEN_METEO_FORECAST_URL: url('http: https:')
    .optional()
    .describe('Open-Meteo’s forecast service, `https://api.open-meteo.com/v1/forecast` or your own copy.'),
  OPEN_METEO_API_KEY: z
    .string()
    .optional()
    .describe('Key of a paying customer of Open-Meteo, sent with each request.'),
  OPEN_METEO_CALLS_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(8000)
    .describe(
      'Most calls in a UTC day for the sea on the map, as Open-Meteo counts them: two for each point of a grid. With fewer calls grids come less often and have fewer points; `0` fetches none. Open-Meteo allows 10,000 a day without a key. See [maps](maps.md).',
    ),
  BASEMAP_PMTILES: z.string().optional().describe('Your own map in harbour detail: a PMTiles file.'),
  BASEMAP_SOURCE_URL: url('http: https:')
    .optional()
    .describe(
      'World file in harbour detail, from which areas are fetched (see [maps](maps.md)): a PMTiles file with Protomaps’ layers, on a server that answers range requests. Default: the daily build of Protomaps. The server fetches nothing until a user asks for an area.',
    ),
  BASEMAP_AREAS_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(2000)
    .describe('Most megabytes that all areas in harbour detail may take together.'),
  BASEMAP_TILES_URL: TileAddress.optional().describe(
    'Your own map in harbour detail: address of vector tiles with `{z}/{x}/{y}`.',
  ),
  SATELLITE_TILES_URL: TileAddress.optional().describe(
    'Address of satellite raster tiles with `{z}/{x}/{y}` (EOX Sentinel-2 cloudless, Esri, your own). They replace the built-in satellite pictures.',
  ),
  SATELLITE_TILES_CREDIT: z
    .string()
    .optional()
    .describe(
      'Owner of those pictures, as shown in the corner of the map. Required with `SATELLITE_TILES_URL`.',
    ),
  CHART_SOURCES: z
    .string()
    .optional()
    .describe(
      'Raster charts on the web that people may show over the map, as JSON: `[{"name": "Depths", "url": "https://tiles.example/{z}/{x}/{y}.png", "attribution": "© …"}]`, optionally with `minzoom`, `maxzoom`, `tile_size` (256 or 512) and `bounds` (west, south, east, north). Chart files belong into the folder `charts` instead (see [maps](maps.md)).',
    ),
  SEAMARKS_TILES_URL: TileAddress.optional().describe(
    'Address of raster tiles of seamarks with `{z}/{x}/{y}`, which the map can show on top.',
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

/** Settings that may hold a password, a token or a key: each may also be read from a file. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'NATS_URL',
  'FILES_S3_KEY_ID',
  'FILES_S3_SECRET',
  'METRICS_TOKEN',
  'SECRETS_KEY',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OPEN_METEO_API_KEY',
] as const satisfies readonly SettingName[]
