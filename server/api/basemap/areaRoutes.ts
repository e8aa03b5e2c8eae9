import {
  type Area,
  findPlaces,
  keepArea,
  listAreas,
  previewArea,
  removeArea,
  resumeArea,
  stopArea,
} from '#contract/wire/area.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { UserCaller } from '#server/access/caller.ts'
import { findPlaces as placesOf } from '#server/basemap/findPlaces.ts'
import { type Act, noteAct } from '#server/records/auditLog.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { type Routes, serve } from '../serve.ts'

export const areaRoutes: Routes = [
  serve(listAreas, async ({ areas }) => {
    const data = await areas.list()
    return { data, total: data.length }
  }),
  serve(previewArea, ({ areas, body }) => areas.preview(body)),
  serve(keepArea, async ({ areas, body, ...call }) => {
    const area = await areas.keep(body)
    const { bounds, maxzoom } = body
    await note(call, 'area.create', area, { after: { bounds, maxzoom } })
    return area
  }),
  serve(stopArea, async ({ areas, params: { id }, ...call }) => {
    const area = requireFound(await areas.stop(id))
    await note(call, 'area.stop', area)
    return area
  }),
  serve(resumeArea, async ({ areas, params: { id }, ...call }) => {
    const area = requireFound(await areas.resume(id))
    await note(call, 'area.resume', area)
    return area
  }),
  serve(removeArea, async ({ areas, params: { id }, ...call }) => {
    const area = requireFound(await areas.remove(id))
    const { bounds, maxzoom } = area
    await note(call, 'area.delete', area, { before: { bounds, maxzoom } })
    return { ok: true as const }
  }),
  serve(findPlaces, async ({ query: { name } }) => {
    const data = await placesOf(name)
    return { data, total: data.length }
  }),
]

function requireFound(area: Area | null): Area {
  if (!area) throw new Problem('not_found')
  return area
}

/**
 * Logs an act on an area. Areas belong to the whole installation; the line is in the log of the acting administrator's
 * organization.
 */
const note = (
  { db, caller, ip }: { db: Db; caller: UserCaller; ip: string },
  act: 'area.create' | 'area.stop' | 'area.resume' | 'area.delete',
  { id, name }: Area,
  states: Pick<Act, 'before' | 'after'> = {},
) =>
  db.transaction((tx) =>
    noteAct(tx, {
      ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act },
      subject: { id, name },
      ...states,
    }),
  )
