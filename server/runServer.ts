import { createUser } from './access/createUser.ts'
import { needsSetup } from './access/setup.ts'
import { UnusableMap } from './basemap/operatorMap.ts'
import { type Config, ConfigError } from './config.ts'
import { holdDemo } from './demo/holdDemo.ts'
import { requireMode, WrongMode } from './demo/requireMode.ts'
import { FolderInUse } from './platform/lockFolder.ts'
import { logConsole, openLog, standardLog } from './platform/log.ts'
import { printWelcome } from './printWelcome.ts'
import { StoresInUse } from './records/exclusiveLease.ts'
import { startServer } from './startServer.ts'
import { Unfinished } from './stores/backups/unfinished.ts'
import { PrereleaseData } from './stores/prereleaseData.ts'
import { TooOld } from './stores/tooOld.ts'
import { isUnreachable } from './stores/unreachable.ts'

/** Starts the server and its demo and prints its address; ends the process on a signal or a fatal error. */
export async function runServer(config: Config): Promise<void> {
  let log = standardLog
  try {
    if (config.isShared) {
      // Each line names its process where the lines of several processes lie together.
      log = openLog({ role: config.ROLES.join() })
      logConsole(log)
    }
    const server = await startServer(config, log, ({ db }) => requireMode(db, config))
    const { gateway, records, view } = server
    void server.alone?.lost.then(endWith)
    const demo =
      config.demo && gateway
        ? await holdDemo(
            {
              ...server,
              gateway,
              config,
              db: records.db,
              processing: view,
              log,
              createUser,
              httpUrl: server.localUrl,
            },
            () => console.log('  The demo history is complete, its figures too.'),
          )
        : null
    printWelcome(
      config,
      server,
      !config.demo && config.ROLES.includes('api') && (await needsSetup(records.db)),
    )
    let stopping = false
    const stop = async () => {
      // The second time is meant.
      if (stopping) process.exit(1)
      stopping = true
      console.log('\nStopping …')
      await demo?.close()
      await server.close().catch((error) => log.error('did not stop cleanly', { error }))
      process.exit(0)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  } catch (error) {
    endWith(error)
  }
}

function endWith(error: unknown): never {
  process.stderr.write(`${sentence(error)}\n`)
  process.exit(1)
}

function sentence(error: unknown): string {
  if (
    [ConfigError, FolderInUse, PrereleaseData, StoresInUse, TooOld, Unfinished, UnusableMap, WrongMode].some(
      (known) => error instanceof known,
    )
  ) {
    return (error as Error).message
  }
  const { code, port } = error as { code?: string; port?: number }
  if (isUnreachable(error)) {
    const { message } = deepest(error)
    return `A database does not answer: ${message || 'nobody listens there'}. Look at DATABASE_URL and CLICKHOUSE_URL.`
  }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another one with --port, or MQTT_PORT for devices.`
  return (error as Error).stack ?? String(error)
}

/** The innermost cause, because its wrappers repeat whole statements. */
function deepest(error: unknown): Error {
  const { cause } = error as Error
  return cause instanceof Error ? deepest(cause) : (error as Error)
}
