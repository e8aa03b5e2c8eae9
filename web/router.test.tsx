import { expect, test, vi } from 'vitest'

vi.stubGlobal('scrollTo', () => {})
const { router } = await import('./router.ts')
const { navigation, footNavigation, settingsNavigation } = await import('./routes/navigation.ts')
const { CREATIONS } = await import('./routes/shell/usePageEntries.tsx')

/** Search parameters of all pages, with values that are invalid on each. */
const NONSENSE = {
  from: ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'soon', 7],
  to: ['later', '2026-02-30', true],
  error: ['<b>', {}],
  token: [{}, null],
  latitudeDeg: [500, 'abc', null],
  lng: [-181, 'abc'],
  zoom: [-1, 99, 'near'],
  vessel: ['', {}],
  captain: ['nobody', {}],
  department: ['none'],
  user: ['ada'],
  geofence: [{}, ''],
  'editing-points': [[]],
  minute: [-1, 'noon'],
  page: [-3, 1.5, 'two'],
  size: [11, 'all'],
  order: ['foo', 'name:up', 'NAME:asc'],
  q: ['', {}, 'x'.repeat(101)],
  role: [{}],
  type: [[]],
  severity: [null],
  status: [{}],
  supers: ['yes', 1],
  min: [0, 0.7, 'low'],
  max: [99, 'high'],
  aggregation: ['hours', 1],
} as const satisfies Record<string, readonly unknown[]>

/** Search parameters as typed in the address. The router reads unquoted text as text and the rest as JSON. */
const typed = (name: string, value: unknown) =>
  `?${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`
const paths = Object.values(router.routesById)
  .filter(({ fullPath }) => fullPath)
  .map(({ fullPath }) => fullPath.replace(/\$\w*/g, '00000000-0000-4000-8000-000000000001'))
const reads = ({ routeId }: { routeId: keyof typeof router.routesById }) =>
  Boolean(router.routesById[routeId].options.validateSearch)

test.each(Object.entries(NONSENSE))(
  'drops an invalid %s from the search parameters of every page',
  (name, values) => {
    let pages = 0
    for (const path of new Set(paths)) {
      for (const value of values) {
        const matches = router.matchRoutes(path, router.options.parseSearch(typed(name, value)))
        if (!matches.some(reads)) continue
        pages += 1
        expect([path, value, matches.at(-1)?.search]).toEqual([path, value, {}])
      }
    }
    expect(pages).toBeGreaterThan(20)
  },
)

test('leads each entry of the navigation and the palette to a page, without a redirect', () => {
  const offered = [...navigation, ...footNavigation, ...settingsNavigation].map(({ path }) => path as string)
  for (const path of [...offered, ...CREATIONS.map(({ to }) => to as string)]) {
    const route = Object.values(router.routesById).find(({ fullPath }) => fullPath === path)
    expect(route?.options, path).toHaveProperty('component')
  }
})
