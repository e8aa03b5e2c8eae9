/** A process whose clock is set wrong while it runs beside a database: it takes no data until the clocks agree again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shiftedClock } from '#server/testing/shiftedClock.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'

const postgres = await startTestPostgres()

describe.skipIf(!postgres)('a clock that is 150 s behind', () => {
  let folder = ''
  let program: Program
  let clock: ReturnType<typeof shiftedClock>
  let device = ''

  /** Sends one sample of the present, by the clock of the boat. */
  async function send(): Promise<[status: number, answer: object]> {
    const answer = await fetch(`${program.url}/gateway/batches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${device}` },
      body: JSON.stringify({ tables: [{ columns: ['sog'], rows: [[Date.now(), 3]] }] }),
    })
    return [answer.status, (await answer.json()) as object]
  }
  async function ready(): Promise<[status: number, answer: object]> {
    const answer = await fetch(`${program.url}/ready`)
    return [answer.status, (await answer.json()) as object]
  }
  const metrics = async () => (await fetch(`${program.url}/metrics`)).text()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taffrail-clock-'))
    clock = shiftedClock(folder)
    const DATABASE_URL = (await postgres?.createDatabase()) ?? ''
    program = await startProgram(['--no-demo', '--data', join(folder, 'data')], {
      DATABASE_URL,
      ...clock.env,
    })
    const owner = {
      organization: 'Harbour',
      name: 'Ada',
      email: 'ada@harbour.example',
      password: 'a fair wind',
    }
    await fetch(`${program.url}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(owner),
    })
    const { output } = await runScript('new-device', ['--vessel', 'Aava', '--data', join(folder, 'data')])
    const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(output) ?? []
    device = `${id}.${secret}`
  })
  afterAll(async () => {
    await program?.stop()
    await postgres?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('is refused with a reason, never acknowledged and dropped', async () => {
    expect(await send()).toMatchObject([200, { accepted: 1, rejected: [] }])
    clock.shift(-150_000)
    expect(await send()).toMatchObject([503, { code: 'unavailable' }])
    expect(await ready()).toMatchObject([503, { status: 'unavailable', reason: 'clock' }])
    expect(await metrics()).toMatch(/^taffrail_clock_right 0$/m)
    expect(await metrics()).toMatch(/^taffrail_clock_ahead_seconds\{of="records"\} -1(49|50)/m)
    expect(program.printed().log).toContain('the clock of this process differs from that of a database')
    clock.shift(20_000)
    expect(await ready()).toMatchObject([200, { status: 'ready' }])
    expect(await send()).toMatchObject([200, { accepted: 1, rejected: [] }])
  })
})
