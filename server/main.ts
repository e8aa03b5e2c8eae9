/** `npm start`: prints its help, or reads the configuration and starts the server. */
import './platform/quickModules.ts'
import { ConfigError, HELP, readConfig, wantsHelp } from './config.ts'
import { keepCompiled } from './platform/compileCache.ts'
import { logConsole, standardLog } from './platform/log.ts'
import { makeFilesOwnerOnly } from './platform/ownerOnly.ts'

logConsole(standardLog)
makeFilesOwnerOnly()
if (wantsHelp(process.argv.slice(2))) {
  console.log(HELP)
  process.exit(0)
}

const config = configured()
keepCompiled(config.dataDir)
// Loaded on demand, because it takes more than a second, which help and a misspelt setting do not need.
const { runServer } = await import('./runServer.ts')
await runServer(config)

function configured() {
  try {
    return readConfig(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
