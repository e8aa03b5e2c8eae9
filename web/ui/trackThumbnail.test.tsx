import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import { words } from '../i18n/screens/en.ts'
import { act } from '../testing/act.ts'
import { A_TRIP } from '../testing/aTrip.ts'
import { TrackThumbnail } from './TrackThumbnail.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: words } } })
})

test('names the vessel and the date of a track', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const points: PathPoint[] = [0, 1].map((i) => ({
    ...{ latitudeDeg: 64 + i / 100, longitudeDeg: -22, sog: 10, cog: 0, alt: 1, timestamp: i },
  }))
  act(() => root.render(<TrackThumbnail points={points} trip={A_TRIP} />))
  expect(place.querySelector('[role=img]')?.getAttribute('aria-label')).toMatch(
    /^Trip by Særún · 18 Jun, 2026 \d\d:00$/,
  )
  act(() => root.unmount())
})
