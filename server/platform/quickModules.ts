/**
 * Makes loading drizzle-orm cheap. For each import Node parses the whole exports map of its package, and this
 * map is so large that a few hundred imports took a quarter of a start's processor time. Modules that load
 * drizzle-orm later import this first.
 */
import { type ResolveFnOutput, registerHooks } from 'node:module'

const PACKAGE = 'drizzle-orm'
const INSIDE = `/node_modules/${PACKAGE}/`
/** Modules found under a name of the package, for its own files and those of the project. */
const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, resolve) {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return resolve(specifier, context)
    if (/^\.\.?\/.*\.js$/.test(specifier) && parentURL.includes(INSIDE)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    const isPackage = specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`)
    // Another package may have a version of its own.
    if (!isPackage || (parentURL.includes('/node_modules/') && !parentURL.includes(INSIDE))) {
      return resolve(specifier, context)
    }
    const known = found.get(specifier) ?? resolve(specifier, context)
    found.set(specifier, known)
    return { ...known, shortCircuit: true }
  },
})
