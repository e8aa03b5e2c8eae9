import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { PGliteOptions } from '@electric-sql/pglite'

/** The part of the global object that the types of Node leave out. */
declare const WebAssembly: {
  RuntimeError: ErrorConstructor
  Memory: new (pages: { initial: number; maximum: number }) => object
  Module: { imports(of: EngineModule): { module: string; name: string; kind: string }[] }
  compile(bytes: Uint8Array): Promise<EngineModule>
  instantiate(module: EngineModule, imports: object): Promise<{ exports: object }>
}
type EngineModule = NonNullable<PGliteOptions['pgliteWasmModule']>

const FILE = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '../pglite.wasm')

/** Minimum and maximum memory of the program, in pages of 64 KiB. */
const MEMORY = { initial: 2048, maximum: 32_768 }

let compiled: Promise<EngineModule> | null = null

/** PGlite's program, compiled once a process: V8's optimised code then serves every opened engine. */
export function engineModule(): Promise<EngineModule> {
  compiled ??= readFile(FILE).then(async (bytes) => {
    const module = await WebAssembly.compile(bytes)
    await leaveParserAlone(module)
    return module
  })
  return compiled
}

/**
 * Keeps V8 from optimising the SQL parser. The parser is one function of 105 kB that V8 considers hot after a
 * few statements. Optimising it takes 600 MB and more than a second of a processor in every process, and
 * makes no statement measurably faster.
 *
 * V8 decides at a function's first call whether to count calls. So the first call happens here, without
 * counting, in an instance without imports, where the parser's first import is missing.
 */
async function leaveParserAlone(module: EngineModule): Promise<void> {
  const { raw_parser: parse } = await aloneInstance(module)
  setFlagsFromString('--wasm-tier-up-filter=0')
  try {
    parse?.(0, 0)
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1')
  }
}

type Functions = Record<string, (...of: number[]) => number>

/** Returns the exports of the program, with imports that do nothing. */
export async function aloneInstance(module: EngineModule): Promise<Functions> {
  const imports: Record<string, Record<string, unknown>> = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    const value = kind === 'memory' ? new WebAssembly.Memory(MEMORY) : () => 0
    imports[from] = { ...imports[from], [name]: value }
  }
  const { exports } = await WebAssembly.instantiate(module, imports)
  return exports as Functions
}

/**
 * Settings that the engine starts with. Buffers are a sixteenth of the default: they stay resident, and
 * preparing the default size takes a third of a start. Other pages are in the machine's file cache.
 *
 * Every statement is planned for its own values and the present tables. A plan for empty tables would stay
 * for an hour, until the engine notices their growth.
 */
export const START_SETTINGS = [
  ...['-c', 'shared_buffers=8MB'],
  ...['-c', 'plan_cache_mode=force_custom_plan'],
] as const
