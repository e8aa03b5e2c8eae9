import { afterEach, expect, test, vi } from 'vitest'
import { type Captain, deleteCaptain, getCaptain, listCaptains } from '#contract/wire/captain.ts'
import { getOrganizationStatistics } from '#contract/wire/tripFigures.ts'
import { closeConsole, ID, openConsole, shows, testServer } from '../testing/testConsole.tsx'
import { toast } from '../toasts/toast.ts'
import { queryClient } from './queryClient.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeConsole()
})

const NO_FIGURES = {
  ...{ nr_trips: 0, total_duration: 0, total_distance: 0, red_impacts: null, avg_fuel_consumption: null },
  ...{ avg_co2_emissions: null, avg_fuel_rate_l_nm: null, avg_impact: null },
}
const CAPTAIN: Captain = {
  id: ID.captain,
  name: 'Nína Ösp',
  department_id: ID.department,
  department: { id: ID.department, name: 'Harbour' },
  rank: { level: 1, title: 'beginner', rp: 21_000, avg_rp: 1750, avg_trip_score: 82.5 },
  count: { trips: 12 },
  stats: NO_FIGURES,
}

test('fails a write at once without a network, and does not send it later', async () => {
  const server = testServer()
  server.answer(getCaptain, CAPTAIN)
  server.answer(getOrganizationStatistics, NO_FIGURES)
  server.answer(deleteCaptain, { ok: true })
  await openConsole(`/captains/${ID.captain}/delete`)
  const confirm = await vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
      ({ textContent }) => textContent === 'Delete captain',
    )
    if (!found) throw new Error('The question is not there.')
    return found
  })
  const failure = vi.spyOn(toast, 'failure').mockResolvedValue()
  server.setOnline(false)
  confirm.click()
  await vi.waitFor(() => expect(failure).toHaveBeenCalledWith('captains.deleteFailed'))
  await vi.waitFor(() => expect(confirm.dataset.loading).toBeUndefined())
  server.setOnline(true)
  await queryClient.refetchQueries({ queryKey: ['captains'] })
  expect(server.asked.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('says that a read failed without a network, and reads again when the network is back', async () => {
  const server = testServer()
  server.answer(listCaptains, { data: [{ ...CAPTAIN, name: 'Sæbjörg' }], total: 1 })
  const place = await openConsole('/captains')
  await shows(place, 'Sæbjörg')
  server.setOnline(false)
  void queryClient.resetQueries({ queryKey: ['captains'] })
  await shows(place, 'Could not get captains', 'Try again')
  server.setOnline(true)
  await shows(place, 'Sæbjörg')
})

test('makes no query or mutation wait for the network', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always'])
})
