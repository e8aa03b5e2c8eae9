/**
 * `npm run device -- --vessel NAME [--organization NAME] [--data DIR]`: makes a device for a vessel of the running
 * server and prints its id and secret, once. The device that the vessel had before is refused from then on.
 */
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { findRunning } from './platform/runFile.ts'

const { values } = parseArgs({
  options: { vessel: { type: 'string' }, organization: { type: 'string' }, data: { type: 'string' } },
})
if (!values.vessel) {
  console.error('Usage: npm run device -- --vessel NAME [--organization NAME] [--data DIR]')
  process.exit(1)
}
const config = readConfig(process.env, ['--no-demo', ...(values.data ? ['--data', values.data] : [])])
const run = await findRunning(config.dataDir)
if (!run) {
  console.error(`No Binnacle is running on ${config.dataDir}. Start it with npm start.`)
  process.exit(1)
}
const answer = await fetch(`${run.url}/gateway/local/devices`, {
  method: 'POST',
  headers: { authorization: `Bearer ${run.token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ vessel: values.vessel, organization: values.organization }),
})
const body = (await answer.json()) as { id?: string; secret?: string; message?: string }
if (answer.ok) console.log(`device ${body.id}\nsecret ${body.secret}`)
else console.error(body.message)
process.exit(answer.ok ? 0 : 1)
