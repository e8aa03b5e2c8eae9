import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
// @ts-expect-error: the package comes without types
import subsetFont from 'subset-font'
import { build, createServer, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { groupChunks } from './web/build/groupChunks.ts'
import { articleHtml } from './web/resources/articleHtml.ts'
import { cssVariables, type Scheme, tokens } from './web/ui/tokens.ts'

/** The page that opens after sign-in counts as often as so many others. */
const MOST_OPENED = { page: '/map/FleetMapPage.tsx', times: 10 }

/** Files of what stands around every page, each with what those before it do not need. A page of HTML begins with a file of its own. */
const FRAMES = [
  { name: 'first', page: '/web/signedOut.html' },
  { name: 'base', page: '/web/index.html' },
  { name: 'shell', page: '/shell/Shell.tsx' },
]

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    firstPaint(),
    signedOutPage(),
    componentStyles(),
    leanZod(),
    leanContract(),
    articles(),
    leanFont(),
    sharedChunks(),
    compressed(),
  ],
  // Files find each other at any base path of the console; the server gives its pages that path.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  // MapLibre loads its worker as an ES module.
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    sourcemap: false,
    rolldownOptions: {
      input: ['index.html', 'signedOut.html'].map((page) => join(import.meta.dirname, 'web', page)),
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/identity',
        '/fetcher',
        '/statistics',
        '/functions',
        '/downloads',
        '/basemap',
        '/health',
        '/ready',
        '/gateway',
        '/dev',
        '/public',
      ]
        // The page /api-keys is none of them. Sources of the console live in folders of the same name, /api/call.ts for one: those are Vite's own.
        .map((path): [string, string] => [`^${path}(?=[/?]|$)(?!.*\\.(?:ts|css))`, server()])
        .concat([['/realtime', server().replace('http', 'ws')]])
        .map(([path, target]) => [path, { target, ws: target.startsWith('ws') }]),
    ),
  },
})

/** The server behind `npm run dev`. */
function server() {
  return process.env.SERVER_URL ?? 'http://localhost:3000'
}

/** As in web/ui/mantineBase.css; whichever style sheet arrives first would set another order. */
const LAYERS = '@layer base, foundation, mantine;'

const SCHEMES: readonly Scheme[] = ['dark', 'light', 'night']
/** Night is marked beside the dark scheme; the more exact selector wins. */
const selectorOf = (scheme: Scheme) =>
  scheme === 'night'
    ? '[data-mantine-color-scheme="dark"][data-night]'
    : `[data-mantine-color-scheme="${scheme}"]`

/** Paints the ground in the right theme before any script of the console has run. */
function firstPaint(): Plugin {
  const ground = (scheme: Scheme) =>
    `${selectorOf(scheme)}{color-scheme:${scheme === 'light' ? 'light' : 'dark'};background:${tokens[scheme].neutral.bg}}`
  return {
    name: 'first-paint',
    transformIndexHtml: () => [
      { tag: 'style', children: LAYERS + SCHEMES.map(ground).join(''), injectTo: 'head-prepend' },
      {
        tag: 'meta',
        attrs: { name: 'theme-color', content: tokens.dark.neutral.surface1 },
        injectTo: 'head-prepend',
      },
    ],
  }
}

/** Colours of maps, charts and states are for the console, which brings them itself. */
const OF_CONSOLE = /^--tf-(map|chart|mv|im|role|st)-/

/**
 * Writes into the page before sign-in what it would otherwise have to ask for one after another: its colours, its styles, its
 * font, its icon, its first scripts and the names of the console's files, which it fetches when it is done
 * (`fetchConsole.ts`). The forms go into a file of their own, from which the server takes the one of its way to sign in.
 */
function signedOutPage(): Plugin {
  const colours = (scheme: Scheme) => {
    const own = Object.entries(cssVariables(scheme)).filter(([name]) => !OF_CONSOLE.test(name))
    return `${selectorOf(scheme)}{${own.map((each) => each.join(':')).join(';')}}`
  }
  const own = (file: string) => readFile(join(import.meta.dirname, 'web', file), 'utf8')
  return {
    name: 'signed-out-page',
    async generateBundle() {
      const source = JSON.stringify(await firstForms())
      this.emitFile({ type: 'asset', fileName: '.vite/signInForms.json', source })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle = {} }) {
        if (path !== '/signedOut.html') return
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const here = new Set(filesOf('/web/signedOut.html', chunks))
        const ofConsole = ['/web/index.html', '/shell/Shell.tsx'].flatMap((entry) => filesOf(entry, chunks))
        const later = new Set(ofConsole.filter((file) => !here.has(file)))
        const fonts = Object.keys(bundle).filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        const tags = [
          `<style>${SCHEMES.map(colours).join('')}</style>`,
          ...fonts.map(
            (font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
          ),
          ...[...later].map((file) => `<link rel="later" href="/${file}">`),
        ]
        const [icon, theme, words] = await Promise.all(
          ['public/mark.svg', 'public/theme.js', 'signedOut/firstWords.js'].map(own),
        )
        return html
          .replace('/mark.svg', `data:image/svg+xml,${encodeURIComponent(icon as string)}`)
          .replace('<script src="/theme.js"></script>', () => `<script>${theme}</script>`)
          .replace(/<link rel="stylesheet" crossorigin href="\/(.*?)">/g, (_, file: string) =>
            inlineStyles(bundle[file]),
          )
          .replace('</head>', () => `${tags.join('\n')}\n</head>`)
          .replace('</body>', () => `<script>${words}</script>\n</body>`)
      },
    },
  }
}

/** Style sheet within a page; addresses in it begin at the folder of the console. */
function inlineStyles(sheet: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (sheet?.type !== 'asset') throw new Error('the page before sign-in has no style sheet')
  const css = String(sheet.source).replaceAll(/url\(["']?(?:\.\/)?([^"')/]+)["']?\)/g, 'url("/assets/$1")')
  return `<style>${css}</style>`
}

/** The form of each way to sign in, in each language; see `web/prerender.tsx`. */
async function firstForms(): Promise<Record<string, Record<string, string>>> {
  const loader = await createServer({
    root: join(import.meta.dirname, 'web'),
    ...{ configFile: false, mode: 'production', plugins: [react()], logLevel: 'error', appType: 'custom' },
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { prerender, WAYS } = (await loader.ssrLoadModule('/prerender.tsx')) as {
      prerender(language: string, begun: object): Promise<string>
      WAYS: Record<string, object>
    }
    const forms: Record<string, Record<string, string>> = {}
    for (const [way, begun] of Object.entries(WAYS)) {
      const own: Record<string, string> = {}
      for (const language of ['en', 'it', 'is'] as const) own[language] = await prerender(language, begun)
      forms[way] = own
    }
    return forms
  } finally {
    await loader.close()
  }
}

/** Every file that comes with an entry of the console. */
function filesOf(entry: string, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const files = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
    for (const imported of chunk.imports) add(chunks.find(({ fileName }) => fileName === imported))
  }
  add(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(entry)))
  return [...files]
}

/**
 * Puts modules that are loaded together into a few files. Rolldown makes one for each set of pages that share it, so
 * that a page would load a hundred small files, six at a time. Which pages load a module is known once the console has
 * been built without unused code. It is therefore built twice, the first time for that question only.
 */
function sharedChunks(): Plugin {
  return {
    name: 'shared-chunks',
    apply: 'build',
    async config(config) {
      const chunkOf = chunkNames(await trialChunks(config))
      const group = {
        debugName: 'shared-chunks',
        name: (id: string) => chunkOf.get(id),
        // All pages of a module load its dependencies too, so each of these already has its chunk.
        includeDependenciesRecursively: false,
      }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group] } } } } }
    },
  }
}

const NOT_TRIED = ['shared-chunks', 'lean-font', 'compressed', 'signed-out-page']

async function trialChunks(config: UserConfig): Promise<Map<string, Rolldown.OutputChunk>> {
  const plugins = config.plugins
    ?.flat()
    .filter((plugin) => !(plugin && 'name' in plugin && NOT_TRIED.includes(plugin.name)))
  const { output } = (await build({
    ...config,
    configFile: false,
    plugins: plugins ?? [],
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  })) as Rolldown.RolldownOutput
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
}

const visits = (page: string) =>
  page.endsWith(MOST_OPENED.page)
    ? Array.from({ length: MOST_OPENED.times }, (_, i) => `${page} ${i}`)
    : [page]

/** From a module's ID to the file it shall come in; what a single page loads stays with that page. */
function chunkNames(chunks: Map<string, Rolldown.OutputChunk>): Map<string, string> {
  const pagesOf = new Map<string, Set<string>>()
  const load = (page: string, file: string) => {
    const pages = pagesOf.get(file) ?? new Set()
    pagesOf.set(file, pages)
    if (pages.has(page)) return
    pages.add(page)
    for (const imported of chunks.get(file)?.imports ?? []) load(page, imported)
  }
  for (const { fileName, facadeModuleId } of chunks.values())
    if (facadeModuleId) load(facadeModuleId, fileName)

  const frameOf = (file: string) => {
    const pages = [...(pagesOf.get(file) ?? [])]
    const frame = FRAMES.find(({ page }) => pages.some((each) => each.endsWith(page)))
    return pages.length === 1 && frame?.page.endsWith('.html') ? undefined : frame?.name
  }
  const shared = [...chunks.values()].flatMap(({ fileName, code, imports }) => {
    const pages = new Set([...(pagesOf.get(fileName) ?? [])].flatMap(visits))
    return (pagesOf.get(fileName)?.size ?? 0) > 1 && !frameOf(fileName)
      ? { name: fileName, length: code.length, pages, imports }
      : []
  })
  const groupOf = groupChunks(shared)
  return new Map(
    [...chunks.values()].flatMap(({ fileName, moduleIds }) => {
      const name = frameOf(fileName) ?? chunks.get(groupOf.get(fileName) ?? '')?.name
      return name ? moduleIds.map((id): [string, string] => [id, name]) : []
    }),
  )
}

/**
 * Gives each component of the library its own style sheet, so that a page loads those of the components it has. The
 * sheets that others build upon come first, in web/ui/mantineBase.css. While developing, main.tsx loads all of them.
 */
function componentStyles(): Plugin {
  const styles = join(import.meta.dirname, 'node_modules/@mantine/core/styles')
  const own = new Set<string>()
  return {
    name: 'component-styles',
    apply: 'build',
    async buildStart() {
      const base = await readFile(join(import.meta.dirname, 'web/ui/mantineBase.css'), 'utf8')
      for (const file of await readdir(styles)) if (!base.includes(`styles/${file}`)) own.add(file)
    },
    transform(code, id) {
      const [, component] = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id) ?? []
      const file = `${component}.layer.css`
      return own.has(file) ? { code: `import '@mantine/core/styles/${file}'\n${code}`, map: null } : undefined
    },
  }
}

/** `numbers.md?article` is a document as HTML, so that no Markdown has to be read in the browser. */
function articles(): Plugin {
  return {
    name: 'articles',
    async load(id) {
      const [file, query] = id.split('?')
      if (!file || query !== 'article') return undefined
      this.addWatchFile(file)
      return {
        code: `export default ${JSON.stringify(articleHtml(await readFile(file, 'utf8')))}`,
        moduleType: 'js',
      }
    },
  }
}

/** The console never writes a schema down as JSON Schema; what zod would need for that stays out of the browser. */
function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform(code, id) {
      if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
    },
  }
}

const DESCRIBE = /\s*\.describe\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),?\s*\)/g

/** Answer of an endpoint, up to its next property: the server checks answers, and the console only needs their types. */
const OUTPUT = /^ {2}output: [\s\S]*?(?=^ {2}\w+:|^\}\))/gm

/** Drops the descriptions of fields and the answers: only the server needs them. */
function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(import.meta.dirname, 'contract/'))) return undefined
      return { code: code.replaceAll(DESCRIBE, '').replaceAll(OUTPUT, ''), map: null }
    },
  }
}

/** The design uses weights from 400 to 600; without the others the font is little more than half as large. */
function leanFont(): Plugin {
  const letters = Array.from({ length: 0x24f }, (_, code) => String.fromCharCode(code)).join('')
  const signs = '–—‘’“”„…·•′″€™←↑→↓−≈≠≤≥×÷₂⌘'
  return {
    name: 'lean-font',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !/inter-latin-.*\.woff2$/.test(asset.fileName)) continue
        asset.source = await subsetFont(Buffer.from(asset.source), letters + signs, {
          targetFormat: 'woff2',
          variationAxes: { wght: { min: 400, max: 600 } },
        })
      }
    },
  }
}

/** Compresses once and well what the server would otherwise compress in haste for every client. */
function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|html|svg)$/.test(file))
      await Promise.all(
        texts.map(async (file) => {
          const path = join(folder, file)
          await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)))
        }),
      )
    },
  }
}
