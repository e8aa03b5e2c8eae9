import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import type { SeaForecast } from '#contract/wire/seaForecast.ts'
import { seaForecastQuery } from '../api/seaForecast.ts'
import { words } from '../i18n/screens/en.ts'
import { act } from '../testing/act.ts'
import { ShownSea } from './ShownSea.tsx'

class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal('ResizeObserver', NoResize)
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: words } } })
})

function said(forecast: Partial<SeaForecast>): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const none: SeaForecast = { state: 'waiting', source: null, is_made: false, problem: null, grid: null }
  client.setQueryData(seaForecastQuery.queryKey, { ...none, ...forecast })
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <ShownSea kind="wind" />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  const sentence = place.querySelector('[role=status]')?.textContent ?? ''
  act(() => root.unmount())
  return sentence
}

test('says why there is no forecast', () => {
  expect([said({ state: 'off' }), said({ state: 'empty' }), said({ state: 'waiting' })]).toEqual([
    'This server has no source of forecasts.',
    'No vessel has reported its position in the last 30 days.',
    'The forecast is being fetched. This can take some minutes.',
  ])
})

test('does not promise an older forecast where there is none', () => {
  expect(said({ problem: 'away' })).toBe('The source does not answer.')
  expect(said({ problem: 'limit' })).toBe('The calls of the day are used up.')
})
