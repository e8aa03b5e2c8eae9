import { useEffect, useSyncExternalStore } from 'react'

/** Keyboard shortcuts of the console by set; a set is active while a component that handles it is on the page. */
export const KEY_SETS = {
  everywhere: [
    ['help', ['?']],
    ['search', ['mod', 'K']],
    ['next', ['tab'], ['shift', 'tab']],
    ['press', ['enter'], ['space']],
    ['close', ['esc']],
  ],
  frame: [['sidebar', ['mod', 'B']]],
  map: [
    ['move', ['←'], ['→'], ['↑'], ['↓']],
    ['zoom', ['+'], ['−']],
  ],
  chart: [
    ['step', ['←'], ['→']],
    ['page', ['pageUp'], ['pageDown']],
    ['ends', ['home'], ['end']],
    ['zoom', ['+'], ['−']],
    ['away', ['esc']],
  ],
  chartMinute: [['closer', ['enter']]],
  moment: [
    ['step', ['←'], ['→']],
    ['event', ['J'], ['K']],
    ['play', ['space']],
  ],
  window: [['move', ['←'], ['→'], ['↑'], ['↓']]],
  windowFill: [['leave', ['esc']]],
  crop: [['move', ['←'], ['→'], ['↑'], ['↓']]],
  comment: [['post', ['shift', 'enter']]],
  images: [['turn', ['←'], ['→']]],
  calendar: [
    ['day', ['←'], ['→'], ['↑'], ['↓']],
    ['choose', ['enter']],
  ],
  board: [
    ['acknowledge', ['A']],
    ['quiet', ['M']],
    ['note', ['N']],
    ['aside', ['esc']],
  ],
  draw: [['stop', ['esc']]],
  pen: [
    ['move', ['←'], ['→'], ['↑'], ['↓']],
    ['fine', ['shift', '←'], ['shift', '→'], ['shift', '↑'], ['shift', '↓']],
    ['set', ['enter'], ['space']],
    ['back', ['⌫']],
  ],
  points: [
    ['point', ['J'], ['K']],
    ['take', ['enter'], ['space']],
    ['back', ['esc']],
  ],
} as const satisfies Record<string, readonly (readonly [does: string, ...either: readonly string[][]])[]>

export type KeySet = keyof typeof KEY_SETS

const counts = new Map<KeySet, number>()
const listeners = new Set<() => void>()
let sets: readonly KeySet[] = []

/** Marks a set of shortcuts as active while the calling component is on the page. */
export function useKeysHere(set: KeySet, isHere = true): void {
  useEffect(() => {
    if (!isHere) return
    count(set, 1)
    return () => count(set, -1)
  }, [set, isHere])
}

export const useAllKeysHere = (): readonly KeySet[] => useSyncExternalStore(subscribe, () => sets)

function count(set: KeySet, by: 1 | -1) {
  counts.set(set, (counts.get(set) ?? 0) + by)
  sets = (Object.keys(KEY_SETS) as KeySet[]).filter((one) => (counts.get(one) ?? 0) > 0)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
