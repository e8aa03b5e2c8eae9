import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS } from '#contract/wire/errors.ts'
import { basePathOf } from '#server/access/origins.ts'
import { type Forms, scriptHashes, type Way, withForm } from './withForm.ts'

const BUILT_CONSOLE = fileURLToPath(new URL('../../../dist', import.meta.url))
/** Nothing below these is ever a page. */
const NO_PAGES =
  /^\/(api|identity|fetcher|statistics|functions|downloads|realtime|gateway|public|basemap|dev|health|metrics|assets)(\/|$)/
/** A name with an extension is a file that is not there; the thousandths of a time (`:41.060Z`) are none. */
const FILE = /\.[a-z]\w*$/i
/** Files that every signed-in page needs; the browser need not wait until the console has found that out. */
const SIGNED_IN = ['routes/shell/Shell.tsx']
/** Files that pages need besides, when people open them by their address. */
const OF_PAGES = [
  { address: /^\/(?:map)?(?:\?|$)/, entries: ['routes/map/FleetMapPage.tsx'] },
  { address: /^\/(?:map\/)?trips\/./, entries: ['trips/tripRequests.ts'] },
]
/** Pages for anyone with a link to a trip or a wall screen; these addresses serve nothing else, also with a session. */
const SHARED = /^\/(shared|wall)\//
const HOLDING = ['routes/trip/shared/SharedPage.tsx']
const ON_WALL = ['routes/board/wall/WallPage.tsx']
/** Only the presence of the cookie counts here; calls check whether the session is valid. */
const SESSION = /\btaffrail\.session_token=/
const NOT_BUILT = 'The console has not been built yet: run npm ci, or npx vite build.'

/**
 * The built console: every path without another route is one of its pages, chosen by the console itself. A
 * browser without a session gets the light pages of the sign-in.
 */
export async function consoleRoutes(
  app: FastifyInstance,
  publicUrl: string,
  way: Way,
  folder = BUILT_CONSOLE,
): Promise<void> {
  const base = basePathOf(publicUrl)
  const isBuilt = existsSync(resolve(folder, 'index.html'))
  const signedOut = ['signedOut.html', 'index.html'].find((file) => existsSync(resolve(folder, file)))
  const built = readManifest(folder)
  const signInPage =
    signedOut === 'signedOut.html' ? placed(withForm(read(signedOut), way, readForms(folder))) : null
  const ownScripts = signInPage === null ? [] : scriptHashes(signInPage)
  const links = linksOf(built, SIGNED_IN, base)
  const linksOfPages = OF_PAGES.map(({ address, entries }) => ({
    address,
    links: linksOf(built, [...SIGNED_IN, ...entries], base),
  }))
  const sharedLinks = linksOf(built, HOLDING, base)
  const wallLinks = linksOf(built, ON_WALL, base)
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      // The plugin's own route and `allowedPath` read the whole folder for each file, to refuse other
      // spellings.
      serve: false,
      cacheControl: false,
      preCompressed: true,
      // Hide the details of the build: such a file answers like a missing one.
      dotfiles: 'ignore',
      setHeaders(reply, path) {
        // Names in assets/ contain a hash of the content.
        const isHashed = path.startsWith(resolve(folder, 'assets'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get<{ Params: { '*': string } }>('/*', ({ params }, reply) => {
      // The code below decides which page the browser gets there.
      if (params['*'] === '') reply.callNotFound()
      else reply.sendFile(`/${params['*']}`)
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (isPhoneReport(request))
      return reply.code(PROBLEMS.invalid.status).type('text/plain; charset=utf-8').send(NO_PHONE_KEY)
    if (!isPage(request)) {
      const { status, message } = PROBLEMS.not_found
      return reply.code(status).send({ code: 'not_found', message })
    }
    if (!isBuilt) return reply.code(503).type('text/plain').send(NOT_BUILT)
    if (base && request.originalUrl === request.url) {
      const words = `This console is at ${publicUrl}. A proxy in front of it has to pass on the whole path.`
      return reply.code(404).type('text/plain').send(words)
    }
    const [, kind] = SHARED.exec(request.url) ?? []
    if (kind) {
      reply.header('x-robots-tag', 'noindex, nofollow')
      return sendPage(reply.header('link', kind === 'wall' ? wallLinks : sharedLinks), 'index.html')
    }
    reply.header('vary', 'cookie')
    if (!SESSION.test(request.headers.cookie ?? '')) return sendSignIn(reply)
    const ofPage = linksOfPages.find(({ address }) => address.test(request.url))
    return sendPage(reply.header('link', ofPage?.links ?? links), 'index.html')
  })

  function sendSignIn(reply: FastifyReply) {
    if (signInPage === null) return sendPage(reply, 'index.html')
    const policy = String(reply.getHeader('content-security-policy'))
    const scripts = ["script-src 'self'", ...ownScripts].join(' ')
    reply.header('content-security-policy', policy.replace("script-src 'self'", scripts))
    return sendText(reply, signInPage)
  }

  const pages = new Map<string, string>()
  function sendPage(reply: FastifyReply, file: string) {
    if (base === '') return reply.sendFile(file)
    const page = pages.get(file) ?? placed(read(file))
    pages.set(file, page)
    return sendText(reply, page)
  }

  function read(file: string): string {
    return readFileSync(resolve(folder, file), 'utf8')
  }
  function placed(page: string): string {
    return base ? belowBase(page, base) : page
  }
}

const sendText = (reply: FastifyReply, page: string) =>
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)

/** Page with the base path of the installation, which its scripts read as `BASE`. */
const belowBase = (page: string, base: string) =>
  page
    .replaceAll(/(href="|src="|url\(")\/(?!\/)/g, `$1${base}/`)
    .replace('<html', `<html data-base="${base}"`)

const NO_PHONE_KEY =
  'No position is stored here. Open Devices in the console, choose a boat, then Phone, and copy the whole address into the app.'

/** True for an app that sends positions to the bare address: it would take a page for an acknowledgement. */
function isPhoneReport({ method, url }: FastifyRequest): boolean {
  const [path, query = ''] = url.split('?')
  if (path !== '/') return false
  const names = [...new URLSearchParams(query).keys()]
  return method === 'POST' || ['lat', 'lon', 'location'].some((name) => names.includes(name))
}

function isPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  return (method === 'GET' || method === 'HEAD') && !NO_PAGES.test(path) && !FILE.test(path)
}

interface BuiltFile {
  file: string
  imports?: string[]
  css?: string[]
}

type Manifest = Readonly<Record<string, BuiltFile>>

function readForms(folder: string): Forms {
  const path = resolve(folder, '.vite/signInForms.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Empty when the build wrote no manifest. */
function readManifest(folder: string): Manifest {
  const path = resolve(folder, '.vite/manifest.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Value of a Link header with the files to fetch ahead. */
function linksOf(built: Manifest, entries: readonly string[], base: string): string {
  const links = new Set<string>()
  const add = (name: string) => {
    const { file, imports = [], css = [] } = built[name] ?? {}
    const link = `<${base}/${file}>; rel=modulepreload`
    if (!file || links.has(link)) return
    links.add(link)
    // With the page's own request mode, because the browser would otherwise fetch the file twice.
    for (const sheet of css) links.add(`<${base}/${sheet}>; rel=preload; as=style; crossorigin`)
    for (const imported of imports) add(imported)
  }
  for (const entry of entries) add(entry)
  return [...links].join(', ')
}
