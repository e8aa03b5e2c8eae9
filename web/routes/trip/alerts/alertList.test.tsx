import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { act } from '../../../testing/act.ts'
import { AlertList } from './AlertList.tsx'

afterEach(() => vi.unstubAllGlobals())

test('loads the next page again when another request cancelled it', async () => {
  // Like a browser, calls the observer once for an end that is near and stays near.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe: () => void
      constructor(notify: (seen: { isIntersecting: boolean }[]) => void) {
        this.observe = () => notify([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  )
  const fetchNextPage = vi.fn()
  const root = createRoot(document.createElement('main').appendChild(document.createElement('div')))
  const shows = (isFetching: boolean) => {
    const more = { hasNextPage: true, isFetchingNextPage: false, isFetching, fetchNextPage }
    return act(() => root.render(<AlertList alerts={[]} more={more} />))
  }
  await shows(false)
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  // A refetch of the first pages cancels the request of the next page.
  await shows(true)
  await shows(false)
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
  await act(() => root.unmount())
})
