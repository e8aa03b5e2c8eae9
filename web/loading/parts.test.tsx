import { Component, type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { act } from '../testing/act.ts'
import { lazyPart, lazyRouteComponent, PartMissing, untilHad } from './parts.ts'

let isAway = false
const missing = new TypeError('Failed to fetch dynamically imported module: http://taffrail/assets/a.js')
const Deck = () => <p>On deck</p>
const load = async () => {
  if (isAway) throw missing
  return { Deck }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

class Catch extends Component<
  { children: ReactNode; report: (error: unknown) => void },
  { caught: boolean }
> {
  override state = { caught: false }
  static getDerivedStateFromError = () => ({ caught: true })
  override componentDidCatch(error: unknown) {
    this.props.report(error)
  }
  override render() {
    return this.state.caught ? null : this.props.children
  }
}

async function show(children: ReactNode) {
  const place = document.createElement('div')
  const reported: unknown[] = []
  const root = createRoot(place, { onCaughtError: () => {} })
  await act(async () =>
    root.render(
      <Catch report={(error) => reported.push(error)}>
        <Suspense fallback="coming">{children}</Suspense>
      </Catch>,
    ),
  )
  return { place, reported, leave: () => act(() => root.unmount()) }
}

test('offers to load a failed page again without a reload', async () => {
  isAway = true
  const Page = lazyRouteComponent(load, 'Deck')
  const first = await show(<Page />)
  // React shows a fallback for at least 300 ms.
  await vi.waitFor(() => expect(first.reported).toEqual([expect.any(PartMissing)]))
  await first.leave()
  isAway = false
  const [error] = first.reported as PartMissing[]
  error?.forget()
  const second = await show(<Page />)
  await vi.waitFor(() => expect([second.place.textContent, second.reported]).toEqual(['On deck', []]))
  await second.leave()
})

test('shows a part of a page, with its style sheets, when the server is back', async () => {
  isAway = true
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/a.css">'
  const Part = lazyPart(async () => (await load()).Deck)
  const { place, reported, leave } = await show(<Part />)
  expect([place.textContent, reported]).toEqual(['coming', []])
  isAway = false
  await act(() => vi.advanceTimersByTimeAsync(2000))
  document.head.querySelector('link')?.dispatchEvent(new Event('load'))
  await act(() => vi.advanceTimersByTimeAsync(0))
  await vi.waitFor(() => expect([place.textContent, reported]).toEqual(['On deck', []]))
  await leave()
  document.head.innerHTML = ''
})

test('stops asking when the server is there and cannot deliver the part', async () => {
  isAway = false
  let asked = 0
  const never = () => {
    asked += 1
    return Promise.reject(missing)
  }
  await expect(untilHad(never)).rejects.toBe(missing)
  expect(asked).toBe(2)
})
