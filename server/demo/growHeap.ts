import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The heap doubles before V8 collects it as a whole: it would else do so each few seconds, on both processors. */
const PERCENT = 100

/**
 * Lets the heap grow further than `server/start.sh` does, until the returned function is called, which gives the memory
 * back to the system. V8 alone would keep it.
 */
export function growHeap(): () => void {
  const given = process.execArgv.find((flag) => flag.startsWith('--heap-growing-percent='))
  if (!given) return () => undefined
  setFlagsFromString(`--heap-growing-percent=${PERCENT}`)
  return () => {
    setFlagsFromString(given)
    setFlagsFromString('--expose-gc')
    const collect: NodeJS.GCFunction = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
}
