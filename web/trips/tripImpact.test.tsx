import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Trip } from '#contract/wire/trip.ts'
import { words } from '../i18n/screens/en.ts'
import { act } from '../testing/act.ts'
import { PeakImpact } from '../ui/PeakImpact.tsx'
import { TripImpact } from './TripImpact.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: words } } })
})

/** Label and colour of a bar; null without a bar. */
function barOf(shown: React.ReactNode) {
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(shown))
  const bar = place.querySelector('[role=img]')
  const described = bar && [
    bar.getAttribute('aria-label'),
    (bar.firstElementChild as HTMLElement | null)?.style.background,
  ]
  act(() => root.unmount())
  return described
}
const tripWith = (g: number | null, complete: boolean, live: boolean) =>
  ({
    analysis: { complete, share: complete ? 1 : 0.5 },
    live,
    stats: { peak_impact: g },
    vessel: { system_settings: { impact_limit: 3 } },
  }) as unknown as Trip

test.each([
  ['of a trip with a complete analysis', 1, true, false, ['Impact 1.0 g, limit 3 g', 'var(--tf-im-low)']],
  ['of a trip under way', 1, true, true, ['Impact 1.0 g, limit 3 g', 'var(--tf-im-low)']],
  [
    'of a trip under way with an incomplete analysis',
    1,
    false,
    true,
    ['Impact so far 1.0 g, limit 3 g', 'var(--tf-text-3)'],
  ],
  [
    'above the limit during an incomplete analysis',
    4,
    false,
    true,
    ['Impact 4.0 g, limit 3 g', 'var(--tf-im-high)'],
  ],
  [
    'of an ended trip with an incomplete analysis, which is none',
    1,
    false,
    false,
    ['Not worked out yet', undefined],
  ],
  ['of a trip without motion data, which is none', null, true, false, ['No impact data', undefined]],
  ['of a trip under way of which none is known', null, false, true, ['Not worked out yet', undefined]],
] as const)('shows the peak: %s', (_, g, complete, live, bar) => {
  expect(barOf(<TripImpact trip={tripWith(g, complete, live)} width={36} />)).toEqual(bar)
})

test('shows the key figure without colour while the analysis of impacts is incomplete', () => {
  expect(barOf(<PeakImpact trip={tripWith(1, false, false)} />)?.[1]).toBe('var(--tf-text-3)')
  expect(barOf(<PeakImpact trip={tripWith(1, true, false)} />)?.[1]).toBe('var(--tf-im-low)')
})
