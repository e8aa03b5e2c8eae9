import { openRounds } from '#server/platform/rounds.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { storesReady } from '#server/stores/storesReady.ts'

const LOOK_EVERY_MS = 1000
/** A process leaves its work to others after this time without an answer. A shorter gap is a slow store. */
const GIVE_UP_MS = 5000

export interface ColumnsWatch {
  /** False once the column store has not answered this process for some seconds, until it answers again. */
  isAble(): boolean
  onChange(listener: (isAble: boolean) => void): void
  close(): Promise<void>
}

/** Watches whether this process reaches the column store, so that it leaves its work to a process that does. */
export function watchColumns(columns: Pick<Columns, 'path' | 'rows'>): ColumnsWatch {
  const areReady = storesReady({ columns })
  const listeners: ((isAble: boolean) => void)[] = []
  let answeredMs = performance.now()
  let isAble = true
  async function look() {
    if (await areReady()) answeredMs = performance.now()
    const isAbleNow = performance.now() - answeredMs < GIVE_UP_MS
    if (isAbleNow === isAble) return
    isAble = isAbleNow
    for (const listener of listeners) listener(isAble)
  }
  const rounds = openRounds(look, { everyMs: LOOK_EVERY_MS, onFailure: () => undefined })
  rounds.start()
  return {
    isAble: () => isAble,
    onChange: (listener) => void listeners.push(listener),
    close: () => rounds.close(0),
  }
}
