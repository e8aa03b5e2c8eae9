import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import { acknowledgeAlert } from '#contract/wire/alert.ts'
import {
  type Board,
  type BoardBoat,
  type BoardCritical,
  createWatchNote,
  getBoard,
  listWatchNotes,
  type WatchNote,
} from '#contract/wire/board.ts'
import { fetchDashboardStatistics } from '#contract/wire/statistics.ts'
import type { WireMapVessel } from '#contract/wire/vessel.ts'
import { queryClient } from '../../session/queryClient.ts'
import { acknowledgedAlert } from '../../testing/anAlert.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  type TestServer,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(
  () => Promise.all([import('./BoardPage.tsx'), import('./BoardMap.tsx'), import('./NotesDialog.tsx')]),
  60_000,
)
afterEach(() => {
  closeConsole()
  localStorage.clear()
})

const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()
const idOf = (i: number) => `4${String(i).padStart(7, '0')}${ID.vessel.slice(8)}`
const boat = (i: number, status: VesselStatus, agoMs = 0): WireMapVessel => ({
  ...{ id: idOf(i), name: `Boat ${i}`, kind: 'rib', picture_url: null, department_id: ID.department },
  ...{ status, trip_id: null, impact_limit: 3, lat: 64.15, lon: -21.94, cog: null, sog: 18.4 },
  ...{ impact: null, impact_time: null, sog_derived: false, last_updated: Date.now() - agoMs },
  ...{ temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
})
const out = (i: number, more: Partial<BoardBoat> = {}): BoardBoat => ({
  ...{ vessel_id: idOf(i), name: `Boat ${i}`, trip_id: null, since: ago(94), captain: null },
  ...{ last_word: ago(1), sog: 18.4, expected_back: null, overdue: null, ...more },
})
const alert = (id: number, severity: 'critical' | 'warning', text: string, minutes = 3) => ({
  ...{ id: `7${idOf(id).slice(1)}`, severity, type: 'external' as const, text },
  ...{ trigger_time: ago(minutes), received_at: ago(minutes), assigned: null },
})
const note = (text: string): WatchNote => ({
  ...{ id: ID.captain, text, at: ago(200), user: { id: ID.user, name: 'Ásta' } },
})
const CRITICAL: BoardCritical = {
  ...{ ...alert(9, 'critical', 'Fire in the engine room', 1), vessel_id: idOf(1), name: 'Boat 1' },
  ...{ lat: 64.15, lon: -21.94, assigned: 'Ásta', notified_total: 2 },
  notified: [
    { to: 'Jón', channel: 'email', reason: 'rule', state: 'sent', at: ago(1) },
    { to: 'Nína', channel: 'sms', reason: 'escalation', state: 'waiting', at: ago(-5) },
  ],
}
const board = (more: Partial<Board> = {}): Board => ({
  ...{ server_time: Date.now(), organization: 'Harbour', department: { id: ID.department, name: 'Harbour' } },
  ...{ boats: [], episodes: [], waiting: 0, critical: [], notes: [], ...more },
})

let server: TestServer
function serve(first: Board, roleId: Parameters<typeof personOf>[0] = 'organization-admin') {
  server = testServer(personOf(roleId))
  server.answer(getBoard, first)
  server.answer(fetchDashboardStatistics, { refused: 'unavailable' })
  server.answer(listWatchNotes, { data: [note('Earlier note')], total: 1 })
  server.answer(acknowledgeAlert, ({ url }) => acknowledgedAlert(url.pathname.split('/')[3] ?? ''))
  return server
}
const button = (words: RegExp) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find(({ textContent, ariaLabel }) =>
    words.test(`${ariaLabel ?? ''} ${textContent ?? ''}`),
  )
const key = (name: string) =>
  document.documentElement.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
const put = () => server.asked.map(({ url }) => url.pathname).filter((path) => path.endsWith('/acknowledge'))

test('shows a first load that failed until it succeeds, also while the board is read again', async () => {
  serve(board())
  server.answer(getBoard, { refused: 'unavailable' })
  const place = await openConsole('/board')
  await shows(place, 'Could not load the watch board.')
  server.answer(getBoard, 'never')
  void queryClient.refetchQueries()
  await vi.waitFor(() => expect(queryClient.isFetching({ queryKey: ['alerts', 'board'] })).toBe(1))
  await shows(place, 'Could not load the watch board.')
  await queryClient.cancelQueries({ queryKey: ['alerts', 'board'] })
  server.answer(getBoard, board())
  void queryClient.refetchQueries()
  await shows(place, 'No boat is out.')
  expect(place.textContent).not.toContain('Could not load')
})

test('shows boats out, overdue first, and one line for each boat with alerts', async () => {
  const alerts = [1, 2, 3, 4, 5].map((i) => alert(i, 'warning', `Coolant ${i}`, i))
  serve(
    board({
      boats: [
        out(1, { overdue: 'silent', last_word: ago(47), sog: null }),
        out(2, { overdue: 'expected', expected_back: ago(25) }),
        ...Array.from({ length: 7 }, (_, i) => out(3 + i)),
      ],
      episodes: [{ vessel_id: idOf(4), name: 'Boat 4', severity: 'warning', count: 5, alerts }],
      waiting: 5,
      notes: [note('Fog bank west of the point')],
    }),
  )
  const place = await openConsole('/board')
  server.publish('vessel_map_view', [
    ...Array.from({ length: 9 }, (_, i) => boat(i, 'sailing')),
    ...[boat(20, 'offline', 180 * MINUTE_MS), boat(21, 'offline', 1800 * MINUTE_MS)],
  ])
  await shows(
    place,
    'Out now 9',
    '2 overdue',
    /Boat 1.*47 min ago.*No word/,
    /expected \d\d:\d\d, 25 min late/,
  )
  await shows(place, '5×', /Coolant 1/, 'Fog bank west of the point', 'Ásta')
  await shows(
    place,
    '9Sailing',
    'faster than 3.0',
    'trips not ended, silent boats too',
    '2Offline',
    '1Gone quiet',
  )
  expect(place.textContent).not.toContain('Coolant 2')
  expect(place.textContent).toContain('3 more')
  expect(await wrongOn(place)).toEqual([])

  button(/Boat 4/)?.click()
  await shows(place, 'Coolant 5')
  button(/Acknowledge 5 alerts/)?.click()
  await vi.waitFor(() => expect(put()).toHaveLength(5))
})

test('gives the screen to a new critical alert until it is acknowledged by a key', async () => {
  serve(board({ critical: [CRITICAL], waiting: 1 }))
  const place = await openConsole('/board')
  await shows(
    place,
    'Critical alert',
    'Fire in the engine room',
    'Ásta',
    /Jón Email sent at/,
    /Nína SMS goes out at/,
  )
  expect(await wrongOn(place)).toEqual([])
  server.answer(getBoard, board())
  key('a')
  await vi.waitFor(() => expect(put()).toEqual([`/api/alerts/${CRITICAL.id}/acknowledge`]))
  await shows(place, 'Nothing to acknowledge', 'No boat is out.')
})

test('returns to the board with the alert unanswered, and does not take the screen again', async () => {
  serve(board({ critical: [CRITICAL], waiting: 1 }), 'organization-viewer')
  const place = await openConsole('/board')
  await shows(place, 'Critical alert')
  expect(button(/^ ?Acknowledge/)).toBeUndefined()
  key('a')
  key('Escape')
  await shows(place, 'Needs an answer 1')
  expect([put(), place.textContent?.includes('Critical alert')]).toEqual([[], false])
})

test('says that no sound will come until a user allows it, and remembers that', async () => {
  const played: number[] = []
  class Sound extends EventTarget {
    state = 'suspended'
    currentTime = 0
    destination = {}
    async resume() {
      this.state = 'running'
      this.dispatchEvent(new Event('statechange'))
    }
    async close() {}
    createGain() {
      const gain = { setValueAtTime() {}, linearRampToValueAtTime() {} }
      return { gain, connect: () => ({}) }
    }
    createOscillator() {
      return {
        frequency: {},
        connect: (next: object) => ({ ...next, connect() {} }),
        start: (at: number) => played.push(at),
        stop() {},
      }
    }
  }
  vi.stubGlobal('AudioContext', Sound)
  serve(board({ critical: [CRITICAL], waiting: 1 }))
  const place = await openConsole('/board')
  await shows(place, 'makes no sound on this screen')
  expect(played).toEqual([])
  button(/^ ?Allow sound/)?.click()
  await vi.waitFor(() => expect(played.length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(place.textContent).not.toContain('makes no sound on this screen'))
  expect(localStorage.getItem('board-sound')).toBe('true')
  // A user silences this alert alone.
  await shows(place, 'Silence the sound')
  key('m')
  await vi.waitFor(() => expect(place.textContent).not.toContain('Silence the sound'))
})

test('stores a note with the earlier ones below', async () => {
  serve(board())
  server.answer(createWatchNote, note('Crane at noon'))
  const place = await openConsole('/board')
  await shows(place, 'No note yet.')
  key('n')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Earlier note'))
  const text = document.querySelector<HTMLTextAreaElement>('textarea:not([aria-hidden])')
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  set?.call(text, 'Crane at noon')
  text?.dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitFor(() => expect(button(/Save note/)?.disabled).toBe(false))
  button(/Save note/)?.click()
  await vi.waitFor(() =>
    expect(
      server.asked.find(({ method, url }) => method === 'POST' && url.pathname === '/api/watch-notes')?.body,
    ).toEqual({
      department_id: ID.department,
      text: 'Crane at noon',
    }),
  )
})

test('says so for a user without a permission, and for a server that fails', async () => {
  const me = personOf('organization-viewer')
  const permissions = me.permissions.filter((one) => !one.includes('alert-view'))
  testServer({ ...me, permissions })
  const place = await openConsole('/board')
  await shows(place, 'You do not have')
  await closeConsole()
  serve(board()).answer(getBoard, { refused: 'unavailable' })
  const other = await openConsole('/board')
  await vi.waitFor(() => expect(other.textContent).toContain('Could not load the watch board.'), {
    timeout: 20_000,
  })
})
