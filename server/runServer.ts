import { createUser } from './access/createUser.ts'
import { needsSetup } from './access/setup.ts'
import type { Config } from './config.ts'
import { holdDemo } from './demo/holdDemo.ts'
import { requireMode } from './demo/requireMode.ts'
import { sentenceOf } from './failedStart.ts'
import { logConsole, openLog, standardLog } from './platform/log.ts'
import { printWelcome } from './printWelcome.ts'
import { startServer } from './startServer.ts'

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
    void server.share.alone?.lost.then(endWith)
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

  function endWith(error: unknown): never {
    const { sentence, isKnown } = sentenceOf(error, config.dataDir)
    if (!isKnown) log.error('the start failed', { error })
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  }
}
