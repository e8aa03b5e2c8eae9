import { createContext, type DependencyList, useContext, useEffect } from 'react'
import type { MapStage, Overlay } from './mapStage.ts'

export const StageContext = createContext<MapStage | null>(null)

export function useStage(): MapStage {
  const stage = useContext(StageContext)
  if (!stage) throw new Error('This belongs inside a ChartMap.')
  return stage
}

/** Keeps an overlay on the map while the component is mounted; `dependencies` are the values that the overlay uses. */
export function useOverlay(overlay: Overlay, dependencies: DependencyList) {
  const stage = useStage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller gives the dependencies
  useEffect(() => stage.add(overlay), [stage, ...dependencies])
}
