import type { ActName } from '#contract/wire/audit.ts'
import {
  deleteMyPicture,
  dismissFirstSteps,
  getMe,
  readAlerts,
  readAnnouncements,
  updateMe,
  updateMyPicture,
  updateNotifications,
  updateUnits,
} from '#contract/wire/user.ts'
import type { UserCaller } from '#server/access/caller.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { subscribed } from '#server/records/recipients.ts'
import { findUser, updateUser } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { encodePicture, PICTURE_BODY_LIMIT } from '../pictures/encodePicture.ts'
import { dropPicture, keepPicture } from '../pictures/keepPicture.ts'
import { type Routes, serve } from '../serve.ts'
import { readUser } from './readUser.ts'

export const myRoutes: Routes = [
  serve(getMe, readUser),
  serve(readAlerts, async ({ db, caller, clock }) => {
    await updateUser(db, caller.userId, { alertsReadAt: new Date(clock.nowMs()) })
    return { ok: true }
  }),
  serve(readAnnouncements, async ({ db, caller, clock }) => {
    await updateUser(db, caller.userId, { announcementsReadAt: new Date(clock.nowMs()) })
    return { ok: true }
  }),
  serve(dismissFirstSteps, async ({ db, caller, clock }) => {
    await updateUser(db, caller.userId, { firstStepsDismissedAt: new Date(clock.nowMs()) })
    return { ok: true }
  }),
  serve(updateMe, async (call) => {
    const { name, phone_number } = call.body
    const change = { name, ...(phone_number === undefined ? {} : { phoneNumber: phone_number }) }
    await changeMyself(call, 'user.update', change, (row) => ({
      name: row.name,
      phone_number: row.phoneNumber,
    }))
    return readUser(call)
  }),
  /** A master switch sets both switches below it to off, and is on while one of them is on. */
  serve(updateNotifications, async (call) => {
    const chosen = subscribed(call.body)
    const change = { subscribedNotifications: { ...chosen } }
    await changeMyself(call, 'user.notifications', change, (row) => ({ ...row.subscribedNotifications }))
    return chosen
  }),
  serve(updateUnits, async ({ db, bus, caller: { userId }, body: units }) => {
    await updateUser(db, userId, { units })
    // Later messages use the new units.
    bus.publish({ type: 'rights.changed', userId })
    return units
  }),
  serve(
    updateMyPicture,
    async (call) => {
      const { files, body } = call
      const pictureFile = await keepPicture(files, await encodePicture(call, body.encoded_profile_picture))
      const before = await changeMyself(call, 'user.picture', { pictureFile }, hasPicture)
      await dropPicture(files, before.pictureFile)
      return readUser(call)
    },
    { bodyLimit: PICTURE_BODY_LIMIT },
  ),
  serve(deleteMyPicture, async (call) => {
    const before = await changeMyself(call, 'user.picture', { pictureFile: null }, hasPicture)
    await dropPicture(call.files, before.pictureFile)
    return readUser(call)
  }),
]

type Change = Parameters<typeof updateUser>[2]

type Row = NonNullable<Awaited<ReturnType<typeof findUser>>>['user']

/** Changes the caller's own row and logs the change of the fields that `shown` returns. Answers the row as it was. */
function changeMyself(
  { db, caller, ip }: { db: Db; caller: UserCaller; ip: string },
  act: ActName,
  change: Change,
  shown: (row: Row) => Record<string, unknown>,
): Promise<Row> {
  const { organizationId, actor, userId } = caller
  return db.transaction(async (tx) => {
    const before = await findUser(tx, userId)
    await updateUser(tx, userId, change)
    const after = await findUser(tx, userId)
    if (!before || !after) throw new Error('the caller has no row')
    await noteAct(tx, {
      ...{ organizationId, actor, ip, act, subject: { id: userId, name: after.user.name } },
      ...difference(shown(before.user), shown(after.user)),
    })
    return before.user
  })
}

/** The log shows whether a picture exists, because its file name means nothing to readers. */
const hasPicture = ({ pictureFile }: Row) => ({ picture: pictureFile !== null })
