import type { Map as MapLibreMap, MapMouseEvent, StyleSpecification } from 'maplibre-gl'

/** Adds something to the map's style and returns a function that removes it. */
export type Overlay = (map: MapLibreMap) => () => void

/**
 * Owner of a MapLibre map. A new style discards everything that was added to the old style. Overlays are therefore
 * registered here and added again, in order, when a style has loaded.
 */
export interface MapStage {
  readonly map: MapLibreMap
  add(overlay: Overlay): () => void
  setStyle(style: StyleSpecification): void
  /**
   * Delays new styles until the returned function is called, because a new style would discard content that cannot be
   * added again.
   */
  holdStyle(): () => void
  /** Gives all clicks to the taker until the returned function is called; other listeners see them as prevented. */
  takeClicks(taker: (event: MapMouseEvent) => void): () => void
  close(): void
}

export function createMapStage(map: MapLibreMap): MapStage {
  const overlays = new Map<Overlay, (() => void) | null>()
  let styled = false
  let closed = false
  let current: StyleSpecification | null = null
  let holder: symbol | null = null
  let waiting: StyleSpecification | null = null
  let takesClicks: ((event: MapMouseEvent) => void) | null = null
  // Registered first, so that it runs before other listeners.
  map.on('click', (event) => {
    if (!takesClicks) return
    event.preventDefault()
    takesClicks(event)
  })

  const onStyle = () => {
    styled = true
    for (const [overlay, remove] of overlays) if (!remove) overlays.set(overlay, overlay(map))
  }
  map.on('style.load', onStyle)
  // A lost graphics context loses the style; MapLibre restores all layers except custom ones.
  map.on('webglcontextlost', () => {
    styled = false
    holder = null
    for (const overlay of overlays.keys()) overlays.set(overlay, null)
  })
  // Overlays restored by the map would conflict with the ones about to be added.
  map.on('webglcontextrestored', () => {
    if (current) show(waiting ?? current)
  })

  const show = (style: StyleSpecification) => {
    for (const [overlay, remove] of overlays) {
      remove?.()
      overlays.set(overlay, null)
    }
    styled = false
    current = style
    waiting = null
    map.setStyle(style, { diff: false })
  }

  return {
    map,
    add(overlay) {
      overlays.set(overlay, styled ? overlay(map) : null)
      return () => {
        const remove = overlays.get(overlay)
        overlays.delete(overlay)
        if (!closed) remove?.()
      }
    },
    setStyle(style) {
      if (holder) waiting = style
      else show(style)
    },
    holdStyle() {
      const mine = Symbol()
      holder = mine
      return () => {
        if (holder !== mine) return
        holder = null
        if (waiting && !closed) show(waiting)
      }
    },
    takeClicks(taker) {
      takesClicks = taker
      return () => {
        if (takesClicks === taker) takesClicks = null
      }
    },
    close() {
      closed = true
      for (const remove of overlays.values()) remove?.()
      map.remove()
    },
  }
}
