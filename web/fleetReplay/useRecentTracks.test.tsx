import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { vesselStates } from '../live/vesselStates.ts'
import { setPreference } from '../preferences/preferences.ts'
import { act } from '../testing/act.ts'
import { vessel } from '../testing/vesselCase.ts'
import { useRecentTracks } from './useRecentTracks.ts'

const root = createRoot(document.createElement('div'))
let shown: boolean | undefined
afterEach(() => {
  act(() => root.render(null))
  vesselStates.forget()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
})

const fleetOf = (size: number) =>
  vesselStates.merge(
    Array.from({ length: size }, (_, i) => vessel(`${i}`, null)),
    true,
  )

function Shown() {
  shown = useRecentTracks()
  return null
}

test.each([
  [50, undefined, true],
  [51, undefined, false],
  [51, true, true],
  [50, false, false],
])('with %i boats and the choice %s shows tracks: %s', (boats, choice, expected) => {
  act(() => {
    fleetOf(boats)
    if (choice !== undefined) setPreference('recent-tracks', choice)
    root.render(<Shown />)
  })
  expect(shown).toBe(expected)
})
