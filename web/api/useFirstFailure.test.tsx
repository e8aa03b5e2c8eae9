import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useFirstFailure } from './useFirstFailure.ts'

function Shown(load: Parameters<typeof useFirstFailure>[0]) {
  return useFirstFailure(load)?.message ?? 'none'
}

test('keeps a failure while the query is read again, and not for another query', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const shown = (load: Parameters<typeof useFirstFailure>[0]) => {
    flushSync(() => root.render(<Shown {...load} />))
    return place.textContent
  }
  const error = new Error('away')
  expect(shown({ data: undefined, error: null, errorUpdateCount: 0 })).toBe('none')
  expect(shown({ data: undefined, error, errorUpdateCount: 1 })).toBe('away')
  expect(shown({ data: undefined, error: null, errorUpdateCount: 1 })).toBe('away')
  expect(shown({ data: undefined, error: null, errorUpdateCount: 0 })).toBe('none')
  expect(shown({ data: {}, error: null, errorUpdateCount: 1 })).toBe('none')
  root.unmount()
})
