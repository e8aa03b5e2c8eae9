import { readFile, statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'
import type { Installation, Unconfigured } from '#contract/wire/installation.ts'
import type { Config } from './config.ts'
import type { StepFigures } from './processing/loop/runner.ts'
import { LAST_BACKUP } from './stores/backups/takeBackup.ts'
import type { DamagedPart } from './stores/columns/damage.ts'

interface Given {
  config: Config
  id: string
  engine: 'pglite' | 'postgres'
  /** True where the embedded column store is used. */
  isEmbedded: boolean
  storesReady(): Promise<boolean>
  damaged(): readonly DamagedPart[]
  /** Names of vessels, by their number. */
  vesselNames(numbers: readonly number[]): Promise<Map<number, string>>
  figures(): readonly StepFigures[]
}

/**
 * Lists the configuration and the state of this installation; no secrets, and of addresses only the hosts.
 */
export async function readInstallation(given: Given): Promise<Installation> {
  const { config, id, engine, isEmbedded, figures } = given
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return {
    id,
    version: CONSOLE_VERSION,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    stores: {
      records: engine,
      telemetry: isEmbedded ? 'chdb' : 'clickhouse',
      files: config.FILES_S3_URL ? 's3' : 'folder',
      answer: await given.storesReady(),
    },
    disk: { free_bytes: bavail * bsize, total_bytes: blocks * bsize },
    memory_bytes: process.memoryUsage.rss(),
    backlog: figures().map(({ step, waiting, lagS, failures }) => ({ step, waiting, lag_s: lagS, failures })),
    last_backup_at: await lastBackup(config.dataDir),
    damaged_parts: await damagedParts(given),
    mail: { host: config.SMTP_URL ? new URL(config.SMTP_URL).host : null, from: config.MAIL_FROM },
    not_configured: unconfigured(config),
  }
}

const MOST_NAMES = 20

async function damagedParts({ damaged, vesselNames }: Given): Promise<Installation['damaged_parts']> {
  const parts = damaged()
  const shown = (numbers: readonly number[] | null) => (numbers ?? []).slice(0, MOST_NAMES)
  const names = await vesselNames([...new Set(parts.flatMap(({ vesselNumbers }) => shown(vesselNumbers)))])
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return parts.map(({ table, part, state, bytes, foundMs, fromMs, toMs, vesselNumbers }) => ({
    ...{ table, part, state, bytes, found_at: new Date(foundMs).toISOString() },
    ...{ from: iso(fromMs), to: iso(toMs) },
    vessels: vesselNumbers && {
      count: vesselNumbers.length,
      names: shown(vesselNumbers).flatMap((number) => names.get(number) ?? []),
    },
  }))
}

async function lastBackup(dataDir: string): Promise<string | null> {
  const content = await readFile(resolve(dataDir, LAST_BACKUP), 'utf8').catch(() => '')
  const atMs = Date.parse(content.trim())
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
}

export function unconfigured(config: Config): Unconfigured[] {
  const named: Readonly<Record<Unconfigured, unknown>> = {
    mail: config.SMTP_URL,
    public_url: config.PUBLIC_URL,
    support_email: config.SUPPORT_EMAIL,
    sms: config.TWILIO_ACCOUNT_SID && config.TWILIO_AUTH_TOKEN && config.TWILIO_FROM,
    weather: config.OPEN_METEO_MARINE_URL && config.OPEN_METEO_FORECAST_URL,
    sign_in: config.provider,
    seamarks: config.SEAMARKS_TILES_URL,
  }
  return (Object.keys(named) as Unconfigured[]).filter((name) => !named[name])
}
