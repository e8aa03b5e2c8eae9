import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { deviceSettings } from '#server/records/deviceSettings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { authenticatedDevice } from './credentials.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'

/** `GET /gateway/settings`: what people set of the vessel that the device is on. */
export function settingsRoute(app: FastifyInstance, given: { db: Db; directory: DeviceDirectory }): void {
  const { db, directory } = given
  app.get('/gateway/settings', async ({ headers }) => {
    const { id } = await authenticatedDevice(directory, headers.authorization)
    const settings = (await deviceSettings(db, [id])).get(id)
    if (!settings) throw new Problem('not_paired')
    return settings
  })
}
