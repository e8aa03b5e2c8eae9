import { createBridge, endBridge, listBridges } from '#contract/wire/bridge.ts'
import { Problem } from '#contract/wire/errors.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as bridges from '#server/records/bridges.ts'
import { type Routes, serve } from '../serve.ts'

type Listed = Awaited<ReturnType<typeof bridges.listBridges>>[number]

const toBridge = ({ bridge, refused }: Listed) => ({
  id: bridge.id,
  name: bridge.name,
  username: bridges.bridgeUser(bridge.id),
  created_at: bridge.createdAt.toISOString(),
  refused: refused.map(({ sender, reason, count, lastAt }) => ({
    ...{ sender: sender === '' ? null : sender, reason, count },
    last_at: lastAt.toISOString(),
  })),
})

export const bridgeRoutes: Routes = [
  serve(listBridges, async ({ db }) => {
    const rows = await bridges.listBridges(db)
    return { data: rows.map(toBridge), total: rows.length }
  }),
  serve(createBridge, async ({ db, caller, ip, body: { name } }) =>
    db.transaction(async (tx) => {
      const { bridge, secret } = await bridges.insertBridge(tx, name)
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'bridge.create' },
        subject: { id: bridge.id, name },
        after: { name },
      })
      return { ...toBridge({ bridge, refused: [] }), secret }
    }),
  ),
  serve(endBridge, async ({ db, clock, caller, ip, params: { id } }) => {
    await db.transaction(async (tx) => {
      const bridge = await bridges.endBridge(tx, id, new Date(clock.nowMs()))
      if (!bridge) throw new Problem('not_found')
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'bridge.end' },
        subject: { id, name: bridge.name },
      })
    })
    return { ok: true }
  }),
]
