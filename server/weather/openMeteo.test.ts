import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openMeteo } from './openMeteo.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Answers as the two services do: columns by name, units beside them. */
async function serviceThat(answer: (url: URL) => unknown, status = 200) {
  const asked: URL[] = []
  const listening = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://local')
    asked.push(url)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer(url)))
  })
  server = listening
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const source = openMeteo({
    marineUrl: `${base}/v1/marine`,
    forecastUrl: `${base}/v1/forecast`,
    apiKey: 'k',
  })
  return { source, asked }
}

const DAY_S = Date.UTC(2026, 5, 18) / 1000
const time = [DAY_S, DAY_S + 3600]
const marine = {
  hourly_units: {
    time: 'unixtime',
    wave_height: 'm',
    ocean_current_velocity: 'km/h',
    ocean_current_direction: '°',
  },
  hourly: {
    time,
    wave_height: [1.2, null],
    ocean_current_velocity: [3.6, 7.2],
    ocean_current_direction: [180, 90],
  },
}
const air = {
  hourly_units: {
    time: 'unixtime',
    temperature_2m: '°C',
    pressure_msl: 'hPa',
    relative_humidity_2m: '%',
    wind_speed_10m: 'm/s',
    snow_depth: 'cubits',
  },
  hourly: {
    time,
    temperature_2m: [10, 11],
    pressure_msl: [1013.2, 1013],
    relative_humidity_2m: [80, 81],
    wind_speed_10m: [7, 8],
    snow_depth: [1, 2],
  },
}

test('asks both services for one place and day, and returns stored units', async () => {
  const { source, asked } = await serviceThat((url) => (url.pathname.endsWith('marine') ? marine : air))
  const forecast = await source.hourly(64.1, -22, DAY_S * 1e6)
  expect(asked.map(({ pathname }) => pathname).sort()).toEqual(['/v1/forecast', '/v1/marine'])
  for (const { searchParams } of asked) {
    expect(Object.fromEntries(searchParams)).toMatchObject({
      latitude: '64.10',
      longitude: '-22.00',
      start_date: '2026-06-18',
      end_date: '2026-06-19',
      timeformat: 'unixtime',
      timezone: 'GMT',
      apikey: 'k',
    })
  }
  expect(forecast.timeUs).toEqual([DAY_S * 1e6, (DAY_S + 3600) * 1e6])
  expect(forecast.values).toEqual({
    wave_height_fc: [1.2, null],
    current_speed: [1, 2],
    current_direction: [Math.PI, Math.PI / 2],
    air_temperature: [283.15, 284.15],
    pressure_fc: [101_320, 101_300],
    humidity_fc: [0.8, 0.81],
    wind_speed_fc: [7, 8],
  })
})

test('rejects an invalid answer', async () => {
  const refusing = await serviceThat(() => ({ error: true, reason: 'no' }), 400)
  await expect(refusing.source.hourly(0, 0, 0)).rejects.toThrow('answered 400')
  const strange = await serviceThat(() => ({ hourly: { time: ['now'] } }))
  await expect(strange.source.hourly(0, 0, 0)).rejects.toThrow()
})
