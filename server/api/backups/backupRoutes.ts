import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '#contract/wire/errors.ts'
import { localOnly } from '#server/platform/localOnly.ts'
import { type BackupSource, takeBackup } from '#server/stores/backups/takeBackup.ts'

const Wanted = z.object({ path: z.string().startsWith('/').max(4096) })

/** Route for `npm run backup`, because only the running server has the engines open. */
export function backupRoutes(app: FastifyInstance, given: BackupSource & { token: string }): void {
  let busy = false
  void app.register(async (scope) => {
    scope.addHook('onRequest', localOnly(given.token))

    // One line of JSON for each step, so that the connection stays alive while gigabytes are copied.
    scope.post('/local/backups', async ({ body }, reply) => {
      const wanted = Wanted.safeParse(body)
      if (!wanted.success) throw new Problem('invalid', 'A backup needs the absolute path of a directory.')
      if (busy) throw new Problem('conflict', 'A backup is being made already.')
      busy = true
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' })
      const write = (line: object) => reply.raw.write(`${JSON.stringify(line)}\n`)
      try {
        await takeBackup(given, wanted.data.path, (saved) => write({ saved }))
        write({ done: true })
      } catch (error) {
        write({ error: (error as Error).message })
      } finally {
        busy = false
      }
      reply.raw.end()
      await once(reply.raw, 'finish')
    })
  })
}
