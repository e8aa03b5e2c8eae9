import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncByPath } from '../syncTree.ts'

/**
 * PGlite's file system with two additions: an fsync that reaches the disk, and files that only their owner
 * can read. It is in place before the engine opens its first file. So recovery after a crash is on disk
 * before its log is dropped.
 */
export class SyncingNodeFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: unknown) => complete(module as WithNodeFs)]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** The used part of Emscripten's module, which its own types omit. */
interface WithNodeFs {
  NODEFS: {
    realPath(node: unknown): string
    stream_ops: { fsync?(stream: { nfd?: number; node: unknown }): number }
    node_ops: { setattr(node: unknown, attributes: { mode?: number }): void }
  }
}

function complete({ NODEFS }: WithNodeFs) {
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    // An open directory has no descriptor of its own there.
    if (nfd === undefined) syncByPath(NODEFS.realPath(node))
    else fsyncSync(nfd)
    return 0
  }
  // NODEFS opens new files to all users, whatever the process's mask for new files is.
  const { setattr } = NODEFS.node_ops
  NODEFS.node_ops.setattr = (node, attributes) => {
    const { mode } = attributes
    setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 })
  }
}
