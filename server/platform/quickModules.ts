/**
 * Makes finding modules cheap. For each import Node looks for the package of the file and parses what it exports,
 * which took a quarter of a start's processor time. Entry points import this first.
 */
import { type ResolveFnOutput, registerHooks } from 'node:module'

const ROOT = new URL('../../', import.meta.url).href
const PACKAGES = `${ROOT}node_modules/`
const PACKAGE = 'drizzle-orm'
const INSIDE = `/node_modules/${PACKAGE}/`
/** Modules found under a name, for files of the project and those of the package. */
const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, resolve) {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return resolve(specifier, context)
    const at = (address: URL, format: string) => ({ url: address.href, format, shortCircuit: true })
    const isOurs = parentURL.startsWith(ROOT) && !parentURL.startsWith(PACKAGES)
    if (isOurs && /^#.*\.ts$/.test(specifier))
      return at(new URL(specifier.slice(1), ROOT), 'module-typescript')
    if (isOurs && /^\.\.?\/.*\.ts$/.test(specifier))
      return at(new URL(specifier, parentURL), 'module-typescript')
    const isInside = parentURL.includes(INSIDE)
    const ending = isInside ? /^\.\.?\/.*\.js$/ : /^\.\.?\/.*\.mjs$/
    if (ending.test(specifier)) return at(new URL(specifier, parentURL), 'module')
    const isName = isOurs ? /^[@\w]/.test(specifier) : isInside && specifier.startsWith(PACKAGE)
    // Another package may have a version of its own.
    if (!isName) return resolve(specifier, context)
    const known = found.get(specifier) ?? resolve(specifier, context)
    found.set(specifier, known)
    return { ...known, shortCircuit: true }
  },
})
