import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Loads the decoders on first use, at once. In a package, its `imports` name a file of their own. */
export const loadDecoders = () => load('#aboard/wholeDecoders.ts') as typeof import('./wholeDecoders.ts')
