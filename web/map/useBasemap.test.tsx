import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { readBasemap } from '#contract/wire/basemap.ts'
import { act } from '../testing/act.ts'
import { testServer } from '../testing/testConsole.tsx'
import { useBasemap } from './useBasemap.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Asking({ onRender }: { onRender: (isAsked: boolean) => void }) {
  onRender(useBasemap().isAsked)
  return null
}

test('shows the loading state once while the server has no map, however often it asks', async () => {
  vi.useFakeTimers()
  const server = testServer()
  server.answer(readBasemap, { refused: 'not_found' })
  const answer = fetch
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return answer(...asked)
  })
  const shown: boolean[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Asking onRender={(isAsked) => shown.push(isAsked)} />
      </QueryClientProvider>,
    ),
  )
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  const asked = server.asked.filter(({ url }) => url.pathname === readBasemap.path)
  expect(asked.length).toBeGreaterThan(2)
  expect(shown.indexOf(false)).toBeGreaterThan(0)
  expect(shown.slice(shown.indexOf(false))).not.toContain(true)
  act(() => root.unmount())
})
