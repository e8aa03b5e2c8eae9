/**
 * `npm run tool new-device`: makes a device for a vessel of the running server and prints its id and secret, once.
 */

import { findRunning } from '#server/platform/runFile.ts'
import { Misused, runCommand } from './command.ts'

await runCommand(
  {
    usage: 'npm run tool new-device -- --vessel NAME [--organization NAME] [--replace] [--data DIR]',
    help: `Makes a device for a vessel of the running Taffrail and prints its id and secret, once.

  --vessel NAME        the vessel, which is made when there is none of that name
  --organization NAME  the organization it belongs to (else the oldest one)
  --replace            takes off the device that the vessel has, which is refused from then on`,
    options: ['vessel', 'organization'],
    flags: ['replace'],
  },
  async ({ values, flags, config }) => {
    if (!values.vessel) throw new Misused()
    const run = await findRunning(config.dataDir)
    if (!run) {
      throw new Error(
        `No Taffrail is running on ${config.dataDir}. Start it with npm start, or name the directory that it was started on: npm run tool new-device -- --data DIR …`,
      )
    }
    const answer = await fetch(`${run.url}/gateway/local/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${run.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        vessel: values.vessel,
        organization: values.organization,
        replace: flags.has('replace'),
      }),
    })
    const body = (await answer.json()) as { id?: string; secret?: string; message?: string }
    if (!answer.ok)
      throw new Error(
        answer.status === 409
          ? `${values.vessel} has a device already. Add --replace to take it off.`
          : body.message,
      )
    console.log(`device ${body.id}\nsecret ${body.secret}`)
  },
)
