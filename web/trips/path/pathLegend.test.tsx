import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { words } from '../../i18n/screens/en.ts'
import type { TrackMeasure } from '../../map/colourRamp.ts'
import { createTrack } from '../../map/track.ts'
import { act } from '../../testing/act.ts'
import { PathLegend } from './PathLegend.tsx'

const trip = {
  vessel: { system_settings: { impact_limit: 3 } },
  stats: { max_sog: 24.9, sog_derived: false },
} as unknown as Trip

const point = (second: number, sog: number | null, alt: number | null): PathPoint => ({
  ...{ latitudeDeg: 64 + second / 1e4, longitudeDeg: -22, cog: null, timestamp: second * 1000 },
  sog,
  alt,
})

async function legendOf(measure: TrackMeasure, points: readonly PathPoint[] | null): Promise<string> {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: words } } })
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(<PathLegend trip={trip} measure={measure} track={points && createTrack(points)} />))
  const text = place.textContent ?? ''
  act(() => root.unmount())
  return text
}

test('shows the scale of speeds that colours the path', async () => {
  const points = [point(0, 12, null), point(1, 25.2, null)]
  expect(await legendOf('speed', points)).toContain('15.030')
  expect(await legendOf('speed', null)).toBe('Speed on path')
})

test('shows no scale for a path without measurements', async () => {
  expect(await legendOf('impact', [point(0, 12, null)])).toBe('No sensor data available')
  expect(await legendOf('impact', [point(0, 12, 0.2)])).toContain('limit 3 g')
  expect(await legendOf('speed', [point(0, null, 0.2)])).toBe('No speed was recorded on this trip.')
})
