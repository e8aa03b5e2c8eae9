import { statfsSync } from 'node:fs'
import { UnusableMap } from './basemap/operatorMap.ts'
import { StoresInUse } from './cluster/exclusiveLease.ts'
import { type Config, ConfigError } from './config.ts'
import { WrongMode } from './demo/requireMode.ts'
import { NoSecretsKey } from './openSecrets.ts'
import { FolderInUse } from './platform/lockFolder.ts'
import { Unfinished } from './stores/backups/unfinished.ts'
import { PrereleaseData } from './stores/prereleaseData.ts'
import { SameInstallation } from './stores/relational/installation.ts'
import { DamagedRecords } from './stores/relational/openDurablePglite.ts'
import { TooOld } from './stores/tooOld.ts'
import { isUnreachable } from './stores/unreachable.ts'

/** Errors whose message is a sentence for the operator. */
const WITH_SENTENCE = [
  ...[ConfigError, FolderInUse, NoSecretsKey, PrereleaseData, SameInstallation],
  ...[StoresInUse, TooOld, Unfinished, UnusableMap, WrongMode],
]
/** Settings of all ports that a server opens. */
const PORTS = ['PORT', 'MQTT_PORT', 'MQTT_TLS_PORT', 'TELTONIKA_PORT', 'NMEA_PORT'] as const
type Ports = Partial<Pick<Config, (typeof PORTS)[number]>>

/** Below this, a start that failed for another reason most likely failed for this one. */
const LEAST_FREE_BYTES = 16e6

/** Codes of PostgreSQL (five characters) and of ClickHouse (numbers). */
const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refuses the user or the password. Correct DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user. Correct DATABASE_URL, or allow the user in pg_hba.conf.',
  '3D000': 'PostgreSQL has no database of this name. Create it, or correct DATABASE_URL.',
  '42501':
    'The user of DATABASE_URL may not create tables. Make the user the owner of the database, or name another one.',
  '53100': 'The disk of PostgreSQL is full. Make room, then start again.',
  '81': 'ClickHouse has no database of this name. Correct CLICKHOUSE_URL.',
  '192': 'ClickHouse does not know the user. Correct CLICKHOUSE_URL.',
  '193': 'ClickHouse refuses the password. Correct CLICKHOUSE_URL.',
  '194': 'ClickHouse needs a password. Correct CLICKHOUSE_URL.',
  '516': 'ClickHouse refuses the user or the password. Correct CLICKHOUSE_URL.',
  '497': 'The user of CLICKHOUSE_URL may not create tables. Grant it all rights on the database telemetry.',
  '243': 'The disk of the column store is full. Make room, then start again.',
}

/** A sentence about a start that failed, and what to do. `isKnown` is false where only a developer can tell more. */
export function sentenceOf(
  error: unknown,
  config: Ports & { dataDir: string },
): { sentence: string; isKnown: boolean } {
  const known = knownSentence(error, config)
  if (known) return { sentence: known, isKnown: true }
  const message = deepest(error).message.split('\n')[0]?.slice(0, 300)
  return { sentence: `Taffrail could not start: ${message}. The log above has the details.`, isKnown: false }
}

function knownSentence(error: unknown, { dataDir, ...ports }: Ports & { dataDir: string }): string | null {
  const { message, code, port } = deepest(error) as Error & { code?: unknown; port?: number }
  if (WITH_SENTENCE.some((known) => error instanceof known)) return (error as Error).message
  if (code === 'ENOSPC' || code === 'EDQUOT' || isFull(dataDir))
    return `The disk with the data directory ${dataDir} is full. Make room, then start again; nothing that was acknowledged is lost.`
  if (error instanceof DamagedRecords) return error.message
  if (isUnreachable(error))
    return `A database does not answer: ${message || 'nobody listens there'}. Look at DATABASE_URL and CLICKHOUSE_URL.`
  if (code === 'EADDRINUSE') return portInUse(port, ports)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `This user may not do what is needed: ${message}. Give the user the rights, or choose another directory with --data.`
  return REFUSED[String(code)] ?? null
}

/** Names the setting of the port that another program uses. */
function portInUse(port: number | undefined, ports: Ports): string {
  const setting = PORTS.find((name) => ports[name] === port)
  const change = setting === 'PORT' ? '--port or PORT' : setting
  if (!change) return `Port ${port} is in use. Stop the program that uses it, then start again.`
  return `Port ${port} (${setting}) is in use. Stop the program that uses it, or choose another port with ${change}.`
}

function isFull(dataDir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize < LEAST_FREE_BYTES
  } catch {
    return false
  }
}

/** The innermost cause, because its wrappers repeat whole statements. */
function deepest(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error ? deepest(error.cause) : error
}
