import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { readBasemap } from '#contract/basemap.ts'
import { Problem } from '#contract/errors.ts'
import type { Basemap } from '#server/basemap/prepareBasemap.ts'
import { parseRange } from './parseRange.ts'

/**
 * `GET /basemap/index.json` says what maps there are, `GET /basemap/<archive>.pmtiles` gives one, whole or a range.
 * Anyone may ask: the maps are public data, and a map on a screen asks for hundreds of pieces without a session.
 * Only names that `basemap` knows reach the disk.
 */
export function basemapRoutes(app: FastifyInstance, basemap: Basemap): void {
  app.get(readBasemap.path, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(basemap.index()),
  )

  app.get<{ Params: { archive: string } }>('/basemap/:archive', async (request, reply) => {
    const file = basemap.fileOf(request.params.archive)
    if (!file) throw new Problem('not_found')
    const { size, mtimeMs } = await stat(file)
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
    const isSameFile = !request.headers['if-range'] || request.headers['if-range'] === etag
    const range = isSameFile ? parseRange(request.headers.range, size) : 'whole'
    if (range === 'unsatisfiable') {
      const problem = { code: 'invalid', message: `The archive has ${size} bytes.` }
      return reply.code(416).header('content-range', `bytes */${size}`).send(problem)
    }

    reply.headers({
      // Not octet-stream: a compressing proxy would pack that, and ranges of packed bytes are not ranges of the file.
      'content-type': 'application/vnd.pmtiles',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable, no-transform',
      etag,
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
    if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
    reply.header('content-length', end - start + 1)
    return reply.send(createReadStream(file, { start, end }))
  })
}
