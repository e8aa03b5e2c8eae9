/** `npm start`: reads the configuration, starts the server and its demo, and says where it is. */
import { createUser } from './access/createUser.ts'
import { needsSetup } from './access/setup.ts'
import { ConfigError, readConfig } from './config.ts'
import { startDemo } from './demo/startDemo.ts'
import { standardLog } from './platform/log.ts'
import { makeFilesOwnerOnly } from './platform/ownerOnly.ts'
import { printWelcome } from './printWelcome.ts'
import { startServer } from './startServer.ts'
import { DataDirInUse } from './stores/lockDataDir.ts'

const log = standardLog
makeFilesOwnerOnly()

try {
  const config = readConfig(process.env, process.argv.slice(2))
  const server = await startServer(config, log)
  const demo = config.demo
    ? await startDemo({ config, ...server, db: server.records.db, log, createUser, httpUrl: server.localUrl })
    : null
  printWelcome(config, server, !config.demo && (await needsSetup(server.records.db)))
  void demo?.prepared.then(
    (complete) => complete && console.log('  The demo history is complete, its figures too.'),
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
  console.error(sentence(error))
  process.exit(1)
}

function sentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirInUse) return error.message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another one with --port, or MQTT_PORT for devices.`
  return (error as Error).stack ?? String(error)
}
