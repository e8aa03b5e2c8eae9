import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchConsole } from './fetchConsole.ts'

let idle: (() => void)[] = []
beforeEach(() => {
  idle = []
  document.head.innerHTML = '<link rel="later" href="/base.js"><link rel="later" href="/shell.js">'
  vi.stubGlobal('requestIdleCallback', (callback: () => void, options?: object) => {
    // A deadline would start the download in a busy browser.
    expect(options).toBeUndefined()
    idle.push(callback)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
  document.head.innerHTML = ''
})
const saveData = (value: boolean) =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: value }, configurable: true })
const fetched = () => document.querySelectorAll('link[rel=prefetch]').length

test.each([false, undefined])('fetches the console when the browser is idle, with saveData %s', (value) => {
  if (value !== undefined) saveData(value)
  fetchConsole()
  expect([fetched(), idle.length]).toEqual([0, 1])
  idle[0]?.()
  expect(fetched()).toBe(2)
})

test('waits until the page has loaded before it asks when the browser is idle', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  fetchConsole()
  expect(idle).toHaveLength(0)
  dispatchEvent(new Event('load'))
  expect(idle).toHaveLength(1)
})

test('fetches nothing in data saver mode', () => {
  saveData(true)
  fetchConsole()
  dispatchEvent(new Event('load'))
  expect([fetched(), idle.length]).toEqual([0, 0])
})
