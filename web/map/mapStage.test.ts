import type { Map as MapLibreMap } from 'maplibre-gl'
import { describe, expect, test } from 'vitest'
import { createMapStage } from './mapStage.ts'

/** The part of a map that a stage uses: overlays, styles and events. */
function bareMap() {
  const listeners = new Map<string, (event?: object) => void>()
  const on = new Set<string>()
  const styles: string[] = []
  const map = {
    on: (event: string, listener: (event?: object) => void) => listeners.set(event, listener),
    setStyle: ({ name }: { name?: string }) => {
      styles.push(name ?? '')
      on.clear()
    },
    remove: () => {},
  }
  const stage = createMapStage(map as unknown as MapLibreMap)
  stage.add(() => {
    if (on.has('vessels')) throw new Error('they are there already')
    on.add('vessels')
    return () => on.delete('vessels')
  })
  return { stage, on, styles, emit: (event: string, what?: object) => listeners.get(event)?.(what) }
}
const STYLE = { version: 8 as const, sources: {}, layers: [] }

test('draws the overlays again when the base style changes', () => {
  const { stage, on, emit } = bareMap()
  stage.setStyle(STYLE)
  expect([...on]).toEqual([])
  emit('style.load')
  expect([...on]).toEqual(['vessels'])
  stage.setStyle(STYLE)
  emit('style.load')
  expect([...on]).toEqual(['vessels'])
})

test('draws the overlays again when the graphics context returns', () => {
  const { stage, on, emit } = bareMap()
  stage.setStyle(STYLE)
  emit('style.load')
  // MapLibre discards its style before the event, and restores a bare style when the context is back.
  on.clear()
  emit('webglcontextlost')
  emit('webglcontextrestored')
  emit('style.load')
  expect([...on]).toEqual(['vessels'])
})

test('draws an overlay that was added while the graphics context was lost', () => {
  const { stage, on, emit } = bareMap()
  stage.setStyle(STYLE)
  emit('style.load')
  on.clear()
  emit('webglcontextlost')
  stage.add(() => {
    on.add('track')
    return () => on.delete('track')
  })
  expect([...on]).toEqual([])
  emit('webglcontextrestored')
  emit('style.load')
  expect([...on].sort()).toEqual(['track', 'vessels'])
})

describe('while the style is held', () => {
  test('applies the newest style once when the hold on the style ends', () => {
    const { stage, styles, emit } = bareMap()
    stage.setStyle({ ...STYLE, name: 'coarse' })
    emit('style.load')
    const release = stage.holdStyle()
    stage.setStyle({ ...STYLE, name: 'fine' })
    stage.setStyle({ ...STYLE, name: 'finer' })
    expect(styles).toEqual(['coarse'])
    release()
    release()
    expect(styles).toEqual(['coarse', 'finer'])
    stage.setStyle({ ...STYLE, name: 'last' })
    expect(styles).toEqual(['coarse', 'finer', 'last'])
  })

  test('applies no held style when the map closes', () => {
    const { stage, styles, emit } = bareMap()
    stage.setStyle({ ...STYLE, name: 'coarse' })
    emit('style.load')
    stage.add(() => stage.holdStyle())
    stage.setStyle({ ...STYLE, name: 'fine' })
    stage.close()
    expect(styles).toEqual(['coarse'])
  })

  test('applies the newest style when the graphics context is lost during a hold', () => {
    const { stage, on, styles, emit } = bareMap()
    stage.setStyle({ ...STYLE, name: 'coarse' })
    emit('style.load')
    const release = stage.holdStyle()
    stage.setStyle({ ...STYLE, name: 'fine' })
    on.clear()
    emit('webglcontextlost')
    emit('webglcontextrestored')
    emit('style.load')
    release()
    expect(styles).toEqual(['coarse', 'fine'])
    expect([...on]).toEqual(['vessels'])
  })
})

test('sends clicks only to the tool that took them until the tool releases them', () => {
  const { stage, emit } = bareMap()
  const click = () => {
    const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) }
    emit('click', event)
    return event.isPrevented
  }
  let taken = 0
  expect(click()).toBe(false)
  const release = stage.takeClicks(() => taken++)
  expect(click()).toBe(true)
  release()
  expect(click()).toBe(false)
  expect(taken).toBe(1)
})
