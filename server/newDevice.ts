/**
 * `npm run new-device`: makes a device for a vessel of the running server and prints its id and secret, once. The device
 * that the vessel had before is refused from then on.
 */
import { Misused, runCommand } from './command.ts'
import { findRunning } from './platform/runFile.ts'

await runCommand(
  {
    usage: 'npm run new-device -- --vessel NAME [--organization NAME] [--data DIR]',
    help: `Makes a device for a vessel of the running Binnacle and prints its id and secret, once.

  --vessel NAME        the vessel, which is made when there is none of that name
  --organization NAME  the organization it belongs to (else the oldest one)`,
    options: ['vessel', 'organization'],
  },
  async ({ values, config }) => {
    if (!values.vessel) throw new Misused()
    const run = await findRunning(config.dataDir)
    if (!run) {
      throw new Error(
        `No Binnacle is running on ${config.dataDir}. Start it with npm start, or name the directory that it was started on: npm run new-device -- --data DIR …`,
      )
    }
    const answer = await fetch(`${run.url}/gateway/local/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${run.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ vessel: values.vessel, organization: values.organization }),
    })
    const body = (await answer.json()) as { id?: string; secret?: string; message?: string }
    if (!answer.ok) throw new Error(body.message)
    console.log(`device ${body.id}\nsecret ${body.secret}`)
  },
)
