import { flushSync } from 'react-dom'

/** Turns of the event loop that React needs for a render, its effects, and what they render. */
const TURNS = 5
/** The real one, also while a test fakes timers. */
const { setTimeout } = globalThis

/** Makes a change and waits for what React renders after it. Only the development version of React has such a function. */
export function act(change: () => Promise<unknown>): Promise<void>
export function act(change: () => void): void
export function act(change: () => unknown): Promise<void> | void {
  const changed = flushSync(change)
  if (changed instanceof Promise) return changed.then(settle)
}

async function settle() {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve))
}
