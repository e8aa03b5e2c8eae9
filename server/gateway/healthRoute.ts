import type { FastifyInstance } from 'fastify'
import { DeviceHealth } from '#contract/wire/deviceHealth.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Clock } from '#server/platform/clock.ts'
import { takeReport } from '#server/records/detailRequests.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { authenticatedDevice } from './credentials.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { isPaired } from './intake.ts'

const MAX_REPORT_BYTES = 32 * 1024

/**
 * `POST /gateway/health`: the report of a program on board about itself, of which the newest is kept. The answer has the parts
 * of trips whose detail people asked for, until a report says that nothing of them is on board any more.
 */
export function healthRoute(
  app: FastifyInstance,
  given: { db: Db; directory: DeviceDirectory; clock: Clock },
): void {
  const { db, directory, clock } = given
  app.post('/gateway/health', { bodyLimit: MAX_REPORT_BYTES }, async ({ headers, body }) => {
    const device = await authenticatedDevice(directory, headers.authorization)
    if (!isPaired(device)) throw new Problem('not_paired')
    const report = DeviceHealth.safeParse(body)
    if (!report.success) {
      const [issue] = report.error.issues
      throw new Problem('invalid', `${issue?.path.join('.')}: ${issue?.message}`)
    }
    const nowMs = clock.nowMs()
    const about = { deviceId: device.id, vesselId: device.vessel.id, now: new Date(nowMs) }
    const open = await takeReport(db, about, report.data)
    const asked = open.map(({ id, fromUs, toUs }) => ({ id, from: fromUs / 1000, to: toUs / 1000 }))
    return { ok: true, asked }
  })
}
