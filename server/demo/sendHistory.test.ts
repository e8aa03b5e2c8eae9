import { expect, test } from 'vitest'
import { type Fault, nothingDecoded } from '#contract/domain/reading.ts'
import { FLEET } from '#simulator/fleet.ts'
import { sendHistory } from './sendHistory.ts'

test('sends the faults of engines with the rest of an interval', async () => {
  const [boat] = FLEET
  if (!boat) throw new Error('the fleet is empty')
  const lamps = { protect: null, amberWarning: 1, redStop: null, malfunction: null }
  const fault = { timeUs: 70e6, instance: 1, spn: 110, fmi: 16, occurrenceCount: null, lamps }
  const pretend = {
    ...{ boat, trackAt: () => null, release: () => undefined },
    between: (fromS: number, toS: number) => ({
      ...nothingDecoded(),
      faults: fromS <= 70 && 70 < toS ? [fault] : [],
      fixes: [{ timeUs: fromS * 1e6, latitudeDeg: 64, longitudeDeg: -22, hdop: null, valid: true }],
    }),
  }
  const taken: Fault[] = []
  const gateway = {
    directory: { get: async () => ({ vessel: {} }) },
    intake: {
      takeDecoded: async (_device: object, { faults }: { faults: Fault[] }) => void taken.push(...faults),
    },
  }
  await sendHistory(
    { gateway, throttle: { restMs: () => 0 } } as unknown as Parameters<typeof sendHistory>[0],
    { spans: [{ fromS: 0, toS: 180, sensors: 0 }], done: 0, live: [] },
    [{ deviceId: 'a', pretend, lastReportS: Number.POSITIVE_INFINITY }],
    async () => undefined,
    new AbortController().signal,
  )
  expect(taken).toEqual([fault])
})
