/** Links to a wall screen: made, listed and ended by those who manage the organization; sign-in of users on it. */
import { randomBytes } from 'node:crypto'
import { Problem } from '#contract/wire/errors.ts'
import {
  createWallLink,
  endWallLink,
  leaveWall,
  listWallLinks,
  MAX_WALL_LINKS,
  signInAtWall,
  type WallLink,
  wallPath,
} from '#contract/wire/wallLink.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import * as walls from '#server/records/wallLinks.ts'
import { type Routes, serve } from '../serve.ts'
import { signInHere } from './wallSignIn.ts'

export const wallLinkRoutes: Routes = [
  serve(listWallLinks, async ({ db, caller, query }) => {
    const { rows, total } = await walls.listWallLinks(db, caller.scope, query)
    return { data: rows.map(toWallLink), total }
  }),
  serve(createWallLink, async ({ db, caller, clock, ip, body }) => {
    const { organizationId, actor, userId, scope } = caller
    const token = randomBytes(32).toString('base64url')
    const { name, department_id: departmentId } = body
    const made = await db.transaction(async (tx) => {
      const place = await findDepartment(tx, scope, departmentId)
      if (!place) throw new Problem('invalid', 'department_id: there is no such department.')
      if ((await walls.countOpenWallLinks(tx, organizationId)) >= MAX_WALL_LINKS)
        throw new Problem('too_many')
      const id = await walls.insertWallLink(tx, {
        ...{ organizationId, departmentId, name, userId, secretHash: hashOfKey(token) },
        createdAt: new Date(clock.nowMs()),
      })
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'wall-link.create', subject: { id, name } },
        after: { department: place.department.name },
      })
      return walls.findWallLink(tx, scope, id)
    })
    if (!made) throw new Problem('not_found')
    return { ...toWallLink(made), wall_path: wallPath(token) }
  }),
  serve(endWallLink, async ({ db, bus, caller, clock, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    const ended = await db.transaction(async (tx) => {
      const found = await walls.findWallLink(tx, scope, id)
      if (!found) throw new Problem('not_found')
      await walls.endWallLink(tx, id, new Date(clock.nowMs()))
      const subject = { id, name: found.link.name }
      const after = { department: found.department.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'wall-link.end', subject, after })
      return walls.findWallLink(tx, scope, id)
    })
    if (!ended) throw new Problem('not_found')
    // Users who signed in on its screens are signed out.
    bus.publish({ type: 'rights.changed', userId: null })
    return toWallLink(ended)
  }),
  serve(signInAtWall, async ({ db, body, ip, ...services }) => {
    const wall = await walls.findWall(db, hashOfKey(body.wall_token))
    if (!wall) throw new Problem('not_found')
    return signInHere({ db, ...services }, wall, body, ip)
  }),
  serve(leaveWall, async ({ db, bus, body }) => {
    const wall = await walls.findWall(db, hashOfKey(body.wall_token))
    if (!wall) throw new Problem('not_found')
    await db.transaction((tx) => walls.deletePass(tx, wall.id, hashOfKey(body.pass)))
    bus.publish({ type: 'rights.changed', userId: null })
    return { ok: true as const }
  }),
]

const toWallLink = ({ link, department, user, state }: walls.WallLinkRecord): WallLink => ({
  ...{ id: link.id, name: link.name, department, state, user },
  created_at: link.createdAt.toISOString(),
  ended_at: link.endedAt?.toISOString() ?? null,
  last_seen_at: link.lastSeenAt?.toISOString() ?? null,
})
