import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prerender, WAYS } from './prerender.tsx'
import { SignedOutApp } from './SignedOutApp.tsx'
import { act } from './testing/act.ts'
import { wrongOn } from './testing/testConsole.tsx'
import { toast } from './toasts/toast.ts'

const place = document.createElement('div')
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  // A page before in this process may have shown a toast.
  vi.spyOn(toast, 'wanted').mockReturnValue(false)
  place.id = 'root'
  document.body.append(place)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

test.each(
  Object.keys(WAYS).flatMap((way) =>
    (['en', 'it', 'is'] as const).map((language) => [way, language] as const),
  ),
)('keeps the nodes and the typed address of the page for %s in %s', async (way, language) => {
  const begun = WAYS[way] as (typeof WAYS)[string]
  place.innerHTML = await prerender(language, begun)
  expect(await wrongOn(place)).toEqual([])
  const input = place.querySelector('input') as HTMLInputElement
  input.value = 'ada@harbour.example'
  const onRecoverableError = vi.fn()
  const app = <SignedOutApp path="/signin" search="" begun={begun} email={input.value} />
  const root = hydrateRoot(place, app, { onRecoverableError })
  await act(async () => undefined)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(place.querySelector('input')).toBe(input)
  expect(input.value).toBe('ada@harbour.example')
  act(() => root.unmount())
})
