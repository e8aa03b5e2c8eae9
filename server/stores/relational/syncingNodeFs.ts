import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncByPath } from '../syncTree.ts'

/**
 * PGlite's file system with an fsync that reaches the disk, which the one it ships lacks. It is there before the engine
 * opens its first file, so that recovery after a crash is on disk too before its log is forgotten.
 */
export class SyncingNodeFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: unknown) => giveFsync(module as WithNodeFs)]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** The part of Emscripten's module that matters here; its own types leave it out. */
interface WithNodeFs {
  NODEFS: {
    realPath(node: unknown): string
    stream_ops: { fsync?(stream: { nfd?: number; node: unknown }): number }
  }
}

function giveFsync({ NODEFS }: WithNodeFs) {
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    // An open directory has no descriptor of its own there.
    if (nfd === undefined) syncByPath(NODEFS.realPath(node))
    else fsyncSync(nfd)
    return 0
  }
}
