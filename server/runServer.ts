import { createUser } from './access/createUser.ts'
import { needsSetup } from './access/setup.ts'
import type { Config } from './config.ts'
import { isDemo, requireMode } from './demo/requireMode.ts'
import { sentenceOf } from './failedStart.ts'
import type { Gateway } from './gateway/startGateway.ts'
import { logConsole, openLog, standardLog } from './platform/log.ts'
import { printWelcome } from './printWelcome.ts'
import { type Server, startServer } from './startServer.ts'

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
    const { gateway, records } = server
    void server.share.alone?.lost.then(endWith)
    let demo: ReturnType<typeof openDemo> | null = null
    const sail = async () => {
      if (config.demo && gateway) demo ??= openDemo({ ...server, gateway })
      await demo
    }
    // A first start makes the accounts that the welcome names.
    if (!(await isDemo(records.db))) await sail()
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
      await (await demo?.catch(() => null))?.close()
      await server.close().catch((error) => log.error('did not stop cleanly', { error }))
      process.exit(0)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    await server.begin()
    if (!stopping) await sail()
  } catch (error) {
    endWith(error)
  }

  /** Loads the fleet on demand, because a server without it needs none of its code. */
  async function openDemo(server: Server & { gateway: Gateway }) {
    const { holdDemo } = await import('./demo/holdDemo.ts')
    const own = { db: server.records.db, processing: server.view, httpUrl: server.localUrl }
    return holdDemo({ ...server, ...own, config, log, createUser }, () =>
      console.log('  The demo history is complete, its figures too.'),
    )
  }

  function endWith(error: unknown): never {
    const { sentence, isKnown } = sentenceOf(error, config)
    if (!isKnown) log.error('the start failed', { error })
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  }
}
