import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import type { Guidance } from '#contract/wire/helm.ts'
import { deviceSettings } from '#server/records/deviceSettings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { authenticatedDevice } from './credentials.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'

/** The speed that a vessel is to keep at this moment, null where nothing guides her. */
export type AskGuidance = (vesselId: string) => Promise<Guidance | null>

/** `GET /gateway/settings`: settings of the device's vessel, and the speed to keep. */
export function settingsRoute(
  app: FastifyInstance,
  given: { db: Db; directory: DeviceDirectory; askGuidance: AskGuidance },
): void {
  const { db, directory, askGuidance } = given
  app.get('/gateway/settings', async ({ headers }) => {
    const { id } = await authenticatedDevice(directory, headers.authorization)
    const settings = (await deviceSettings(db, [id])).get(id)
    if (!settings) throw new Problem('not_paired')
    return { ...settings, guidance: await askGuidance(settings.vessel.id) }
  })
}
