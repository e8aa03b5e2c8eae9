// @vitest-environment jsdom
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import words from '../i18n/en.json'
import type { Tokens } from '../ui/tokens.ts'
import { LaneValues } from './LaneValues.tsx'
import type { Lane } from './lane.ts'
import { createLinkedCursor } from './linkedCursor.ts'

test('where nothing was measured there is a dash, and no unit of it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: words } } })
  const series = { field: 'sog', label: 'SOG', unit: 'kn', slot: 0, dash: [], shows: 'avg', dense: true }
  const lane = { times: [0, 1000], series: [{ ...series, values: [5, null] }] } as unknown as Lane
  const cursor = createLinkedCursor()
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() =>
    root.render(
      <LaneValues
        lane={lane}
        stepMs={1000}
        restMs={1000}
        cursor={cursor}
        tokens={{ chart: ['blue'] } as unknown as Tokens}
        narrow={false}
        saysHow
      />,
    ),
  )
  const line = place.querySelector('li')
  expect([line?.querySelector('b')?.textContent, line?.hasAttribute('data-none')]).toEqual(['–', true])
  act(() => cursor.set(0, 'chart'))
  expect([line?.querySelector('b')?.textContent, line?.hasAttribute('data-none')]).toEqual(['5.0', false])
  act(() => root.unmount())
})
