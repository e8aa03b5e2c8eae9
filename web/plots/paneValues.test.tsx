import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { words } from '#web/i18n/screens/en.ts'
import type { Tokens } from '#web/ui/tokens.ts'
import { act } from '../testing/act.ts'
import { createLinkedCursor } from './linkedCursor.ts'
import { PaneValues } from './PaneValues.tsx'
import type { Pane } from './pane.ts'

class NoResize {
  observe() {}
  disconnect() {}
}
afterEach(() => void vi.unstubAllGlobals())

test('shows a dash without a unit where nothing was measured', async () => {
  vi.stubGlobal('ResizeObserver', NoResize)
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: words } } })
  const series = { field: 'sog', label: 'SOG', unit: 'kn', slot: 0, dash: [], shows: 'avg', dense: true }
  const pane = { times: [0, 1000], series: [{ ...series, values: [5, null] }] } as unknown as Pane
  const cursor = createLinkedCursor()
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() =>
    root.render(
      <PaneValues
        pane={pane}
        stepMs={1000}
        restMs={1000}
        cursor={cursor}
        tokens={{ chart: ['blue'] } as unknown as Tokens}
        narrow={false}
        showsHow
        onHeight={() => {}}
      />,
    ),
  )
  const line = place.querySelector('li')
  expect([line?.querySelector('b')?.textContent, line?.hasAttribute('data-none')]).toEqual(['–', true])
  act(() => cursor.set(0))
  expect([line?.querySelector('b')?.textContent, line?.hasAttribute('data-none')]).toEqual(['5.0', false])
  act(() => root.unmount())
})
