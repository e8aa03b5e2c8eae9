import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PROBLEMS } from '#contract/errors.ts'

const BUILT_CONSOLE = fileURLToPath(new URL('../../../dist', import.meta.url))
/** Nothing below these is ever a page. */
const NO_PAGES =
  /^\/(api|identity|fetcher|statistics|functions|downloads|realtime|gateway|public\/v1|basemap|dev|health|metrics|assets)(\/|$|\?)/
/** A name with an extension is a file that is not there; the thousandths of a time (`:41.060Z`) are none. */
const FILE = /\.[a-z]\w*(\?|$)/i
const NOT_BUILT = 'The console has not been built yet: run npm ci, or npx vite build.'

/** The built console; every path that is nobody's is a page of it, which it finds out by itself. */
export async function consoleRoutes(app: FastifyInstance, folder = BUILT_CONSOLE): Promise<void> {
  const isBuilt = existsSync(resolve(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      preCompressed: true,
      setHeaders(reply, path) {
        // Names in assets/ change with what is inside.
        const isHashed = path.startsWith(resolve(folder, 'assets'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) {
      const { status, message } = PROBLEMS.not_found
      return reply.code(status).send({ code: 'not_found', message })
    }
    return isBuilt ? reply.sendFile('index.html') : reply.code(503).type('text/plain').send(NOT_BUILT)
  })
}

const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !NO_PAGES.test(url) && !FILE.test(url)
