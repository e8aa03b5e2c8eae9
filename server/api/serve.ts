import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/text/language.ts'
import type { Gateway } from '#contract/wire/device.ts'
import type {
  Access as AccessRule,
  AnyEndpoint,
  BodyOf,
  FurtherOf,
  OutputOf,
  ParamsOf,
  QueryOf,
} from '#contract/wire/endpoint.ts'
import type { Installation } from '#contract/wire/installation.ts'
import type { Caller, UserCaller } from '#server/access/caller.ts'
import type { Access } from '#server/access/openAccess.ts'
import type { PathCache } from '#server/analytics/pathCache.ts'
import type { Areas } from '#server/basemap/openAreas.ts'
import type { Charts } from '#server/charts/openCharts.ts'
import type { ReportPdfs } from '#server/downloads/reports/reportPdfs.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import type { Mail } from '#server/notify/mail.ts'
import type { Notify } from '#server/notify/openNotify.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Throttle } from '#server/platform/throttle.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { WorkerPool } from '#server/platform/workerPool.ts'
import type { Scope } from '#server/records/scope.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { SeaForecasts } from '#server/weather/seaForecasts.ts'
import type { Background } from './background.ts'
import type { CallTurns } from './callTurns.ts'
import type { SentFile, SentStream } from './images/sentFiles.ts'
import type { Meter } from './meter.ts'

/** Services of the handlers. */
export interface Services {
  db: Db
  vault: Vault
  telemetry: Telemetry
  bus: Bus
  clock: Clock
  /** Receives every call, to slow background work meanwhile. */
  throttle: Pick<Throttle, 'noteCall'>
  /** Order in which the calls of organizations are answered. */
  turns: CallTurns
  mail: Mail
  access: Access
  /** Pictures and other files that belong to rows. */
  files: FileStore
  /** Charts that people own. */
  charts: Charts
  /** Workers that open uploaded files. */
  workers: WorkerPool
  /** Writes reports as documents. */
  pdfs: ReportPdfs
  /** Areas of the map that are kept in harbour detail. */
  areas: Areas
  /** The sea on the map. */
  sea: Pick<SeaForecasts, 'of' | 'values'>
  /** Exports that are done and log files that wait to be read. */
  sharedFiles: FileStore
  /** A folder for incomplete files. */
  scratch: string
  /** How this installation is set up and does. */
  installation(): Promise<Installation>
  /** Makes the report job look for due reports. */
  reports: { wake(): void }
  paths: PathCache
  /** Share of an interval of a vessel's time that is not yet processed, 0 to 1. */
  waiting(vesselNumber: number, interval: { fromUs: number; toUs: number }): number
  /** Services that send messages about alerts to people and programs; `wake` reports that a message is due. */
  notify: Pick<Notify, 'channels' | 'pushKey' | 'outside'> & { wake(): void }
  /** Stands around every call of a key. */
  meter: Meter
  /** Work that the answer does not wait for. */
  background: Background
  /** Addresses at which devices reach the gateway. */
  gateway: Gateway
  /** The address that links in mails begin with. */
  publicUrl: string
  /** Address for users' questions about the console; null when the operator names none. */
  supportEmail: string | null
  /** The product’s website, and documentation of this installation’s own. */
  websiteUrl: string | null
  documentationUrl: string | null
  /** True when this installation has the demo fleet and its well-known accounts. */
  demo: boolean
}

/** One checked call of an endpoint: its shapes match the contract, and the caller has the right. */
export interface Call<E extends AnyEndpoint> extends Services {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Null for an endpoint that is open to anyone; a person for an endpoint without keys. */
  caller: E['access'] extends 'anyone' ? null : E['forKeys'] extends false ? UserCaller : Caller
  /** Scope of a second permission; throws `not_allowed` when the caller has it nowhere. */
  further(permission: FurtherOf<E>): Scope
  /** Language of the caller, from the Accept-Language header. */
  language: Language
  /** Address of the caller. */
  ip: string
  /** Aborted once the caller no longer waits for the answer. */
  left: AbortSignal
  /** Files of the call, read once; for routes that take files. */
  sentFiles(what?: 'Picture' | 'Model'): AsyncIterable<SentFile>
  /** Files of the call as streams, for files too large for memory. */
  sentStreams(maxBytes: number): AsyncIterable<SentStream>
}

/** Example of a call in the documentation of the public API; `$NAMES` stand for the reader's own values. */
export interface Example {
  /** Parts of the path that its noun does not name. */
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: object
}

/** An endpoint of the contract with the function that answers it as JSON. */
export interface Route {
  endpoint: AnyEndpoint & { access: AccessRule }
  example?: Example
  handle(call: Call<AnyEndpoint>): Promise<unknown>
  /** Bytes of the largest body, where it is not the usual one. */
  bodyLimit?: number
  /** True for a route that receives a form with files. */
  takesFiles?: boolean
}

/** An endpoint that answers with a file: a browser that follows a link sends its cookie alone. */
export interface FileRoute {
  endpoint: AnyEndpoint
  example?: Example
  /** Adds the routes of both surfaces. */
  open(app: FastifyInstance, services: Services): void
}

/** The routes of one noun. */
export type Routes = readonly (Route | FileRoute)[]

export function serve<E extends AnyEndpoint, const Answer extends OutputOf<E>>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer>,
  options: Pick<Route, 'bodyLimit' | 'takesFiles' | 'example'> = {},
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'], ...options }
}

export function serveFile(
  endpoint: AnyEndpoint,
  open: FileRoute['open'],
  options: Pick<FileRoute, 'example'> = {},
): FileRoute {
  return { endpoint, open, ...options }
}
