import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { words } from '../i18n/screens/en.ts'
import { act } from '../testing/act.ts'
import { CrashBoundary } from './CrashBoundary.tsx'

test('a crash outside every page shows a screen with a way back and a way to report it', async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: words } } })
  const place = document.createElement('div')
  const root = createRoot(place, { onCaughtError: () => {} })
  act(() =>
    root.render(
      <CrashBoundary addresses={() => ADDRESSES}>
        <Sinking />
      </CrashBoundary>,
    ),
  )

  const screen = place.querySelector('[role=alert]')
  expect(screen?.textContent).toContain('Error 500')
  expect(screen?.querySelector('h1')?.textContent).toBe('Oops! Something went wrong...')
  const links = [...(screen?.querySelectorAll('a') ?? [])].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ])
  expect(links).toEqual([
    ['Taffrail', '/'],
    ['Product website', 'https://taffrail.example/'],
    ['Send feedback', expect.stringMatching(/^mailto:help@harbour\.example\?subject=./)],
  ])
  act(() => root.unmount())
})

const ADDRESSES = { website_url: 'https://taffrail.example/', support_email: 'help@harbour.example' }

function Sinking(): never {
  throw new Error('hull breach')
}
