import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type BasemapIndex, readBasemap } from '#contract/wire/basemap.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Areas } from '#server/basemap/openAreas.ts'
import type { Basemap } from '#server/basemap/prepareBasemap.ts'
import { isGzip } from '#server/charts/chartArchive.ts'
import { parseRange } from './parseRange.ts'

const number = z.coerce.number().int().min(0)
const TileAsked = z
  .object({ version: z.string(), z: number.max(24), x: number, y: number })
  .refine(({ z, x, y }) => x < 2 ** z && y < 2 ** z)

const NO_TILE = { tile: 'missing', isCurrent: false } as const

/**
 * `GET /basemap/index.json` lists the maps, and `GET /basemap/<archive>.pmtiles` gives one, whole or a range. Anyone
 * may call these: the maps are public data, and a map on a screen requests hundreds of ranges without a session. Only
 * names that `basemap` accepts reach the disk.
 */
export function basemapRoutes(
  app: FastifyInstance,
  basemap: Pick<Basemap, 'index' | 'fileOf'>,
  areas: Pick<Areas, 'shown' | 'tile'>,
): void {
  app.get(readBasemap.path, async (_request, reply) => {
    const index: BasemapIndex = { ...basemap.index(), areas: await areas.shown() }
    return reply.header('cache-control', 'no-cache').send(index)
  })

  app.get('/basemap/areas/:version/:z/:x/:y', async (request, reply) => {
    const asked = TileAsked.safeParse(request.params)
    const { tile, isCurrent } = asked.success ? await areas.tile(asked.data) : NO_TILE
    // The map shows the tile above it, larger; where there is no area at all it is to show nothing.
    if (tile === 'missing') throw new Problem('not_found')
    // The answer at an old address is not cached: areas have changed since, or this process will load them in
    // a moment.
    const kept = isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache'
    reply.header('cache-control', `${kept}, no-transform`)
    if (!tile) return reply.code(204).send()
    if (isGzip(tile)) reply.header('content-encoding', 'gzip')
    return reply.type('application/vnd.mapbox-vector-tile').send(Buffer.from(tile))
  })

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
