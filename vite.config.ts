import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
// @ts-expect-error: the package comes without types
import subsetFont from 'subset-font'
import { defineConfig, type Plugin } from 'vite'
import { articleHtml } from './web/resources/articleHtml.ts'
import { type Scheme, tokens } from './web/ui/tokens.ts'

/** What every load needs, in a few files instead of eighty: fewer trips, and alike code compresses together. */
const FIRST_LOAD = [
  {
    name: 'base',
    priority: 2,
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|i18next|react-i18next|@tanstack\/(history|store|react-store|router-core|react-router|query-core|react-query))\//,
  },
  {
    name: 'elements',
    priority: 1,
    test: /node_modules\/@mantine\/core\/esm\/(core|components\/(ActionIcon|Box|Button|Group|Input|InputBase|Loader|TextInput|UnstyledButton))\//,
  },
  // What many pages draw, in one file; what few do stays with them.
  { name: 'icons', minShareCount: 3, test: /@tabler\/icons-react\/dist\/esm\/icons\// },
]

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    firstPaint(),
    componentStyles(),
    leanZod(),
    signedOutWords(),
    articles(),
    leanFont(),
    compressed(),
  ],
  // MapLibre loads its worker as an ES module.
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_LOAD } } },
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
        '/gateway',
        '/dev',
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

/** Paints the ground in the right theme before any script of the console has run. */
function firstPaint(): Plugin {
  const ground = (scheme: Scheme) =>
    `[data-mantine-color-scheme="${scheme}"]{color-scheme:${scheme};background:${tokens[scheme].neutral.bg}}`
  return {
    name: 'first-paint',
    transformIndexHtml: () => [
      { tag: 'style', children: LAYERS + ground('dark') + ground('light'), injectTo: 'head-prepend' },
      {
        tag: 'meta',
        attrs: { name: 'theme-color', content: tokens.dark.neutral.surface1 },
        injectTo: 'head-prepend',
      },
    ],
  }
}

/** `en.json?signed-out` holds the words that are needed before sign-in; the others come with the shell. */
function signedOutWords(): Plugin {
  const sections = ['common', 'error', 'feedback', 'setup', 'signIn']
  return {
    name: 'signed-out-words',
    async load(id) {
      const [file, query] = id.split('?')
      if (!file || query !== 'signed-out') return undefined
      const words = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
      const needed = Object.fromEntries(sections.map((section) => [section, words[section]]))
      return { code: `export default ${JSON.stringify(needed)}`, moduleType: 'js' }
    },
  }
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

/** Compresses once and well what the server would otherwise compress in haste for everybody. */
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
