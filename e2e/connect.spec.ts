/** Each kind of equipment on board, connected by what the dialog shows, until its first data are on the screen. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { expect, type Locator, type Page } from '@playwright/test'
import { Aedes } from 'aedes'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { imeiHello, teltonikaPacket } from '#protocols/phones/teltonika.arbitrary.ts'
import { freePort, isInstalled, listens } from '#server/testing/debianServer.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { Boat } from './boat.ts'
import { goOn } from './goOn.ts'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

let taffrail: Taffrail
let boat: Boat
/** Vessels by name. One of them has a device. */
const vesselIds = new Map<string, string>()
const children: ChildProcess[] = []
const servers: Server[] = []
const sockets = new Set<Socket>()

test.beforeAll(async () => {
  boat = await Boat.new()
  taffrail = await startTaffrail({
    env: {
      ...{ TELTONIKA_PORT: `${await freePort()}`, NMEA_PORT: `${await freePort()}` },
      UNAUTHENTICATED_NETWORKS: '127.0.0.0/8',
    },
  })
  const { headers } = await signInOver(taffrail.url, taffrail.admin)
  const ask = async <T>(path: string, body?: object) => {
    const answer = await fetch(`${taffrail.url}/api/${path}`, {
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }
  const [department] = (await ask<{ data: { id: string }[] }>('departments')).data
  const figures = { length: 9, beam_overall: 3, top_speed: 40, cruising_speed: 25, safety_speed_limit: 30 }
  for (const name of ['Súlan', 'Særún', 'Hafdís', 'Álftin', 'Kría', 'Lundinn', 'Teistan', 'Ritan']) {
    const { id } = await ask<{ id: string }>('vessels', { name, department_id: department?.id, ...figures })
    vesselIds.set(name, id)
  }
  await ask(`vessels/${vesselIds.get('Álftin')}/devices`, { kind: 'device', replace_device: false })
})
test.afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  await boat?.close()
  await taffrail?.close()
})

function rmcNow(): string {
  const [, year = '', month, day, time] =
    /^(\d\d\d\d)-(\d\d)-(\d\d)T(.*)\.\d+Z$/.exec(new Date().toISOString()) ?? []
  const fields = [
    time?.replaceAll(':', ''),
    'A,6409.00,N,02157.00,W,6.2,180.0',
    `${day}${month}${year.slice(2)}`,
  ]
  return `${sentenceLine('$', `GPRMC,${fields.join()},,,A`)}\r\n`
}

/** Listens on a free port, and writes a position and speed to each connection five times a second. */
async function positions(): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    const timer = setInterval(() => socket.write(rmcNow()), 200)
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
  })
  return listening(server)
}
async function listening(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Opens the dialog of a boat, and chooses a kind as its owner does. */
async function openConnect(page: Page, boatName: string, kind: string): Promise<Locator> {
  if (page.url() === 'about:blank') await signIn(page, taffrail)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goOn(page, `/vessels/${vesselIds.get(boatName)}/connect`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: kind }).click()
  if (!kind.startsWith('Plotter')) await reachHere(dialog)
  return dialog
}

/** Gives the address of the console: the boat of these journeys is the computer of the console itself. */
const reachHere = (dialog: Locator) =>
  dialog.getByLabel('Address of this console for the boat').fill(taffrail.url)

/** Lines that the copy buttons of the dialog copy, in order. */
async function copiedLines(dialog: Locator): Promise<string[]> {
  const lines: string[] = []
  for (const button of await dialog.getByRole('button', { name: 'Copy lines' }).all())
    lines.push(await copied(button))
  return lines
}
async function copied(button: Locator): Promise<string> {
  await button.click()
  return button.page().evaluate('navigator.clipboard.readText()')
}

const arrives = (dialog: Locator, what: string) =>
  expect(dialog.getByText(new RegExp(`^Data received .* ago: ${what}`))).toBeVisible({ timeout: 30_000 })
const pair = (dialog: Locator, code: string) => dialog.getByLabel('Pairing code').fill(code)

/** Follows the steps of the program on board with a source, by the lines that the dialog shows. */
async function installAndPair(dialog: Locator, source: string, found: RegExp) {
  await dialog.getByLabel('Address of the source').fill(source)
  const [install = '', probe = '', run = '', showCode = ''] = await copiedLines(dialog)
  boat.forget()
  await boat.runOnce(install)
  expect(await boat.run(`${probe} --seconds 2`)).toMatch(found)
  await boat.run(run)
  const journal = boat.start(showCode)
  const code = () => /pairing code (\w{8})/.exec(journal.output())?.[1] ?? ''
  await expect.poll(code).not.toBe('')
  await pair(dialog, code())
}

async function gatewaySends(page: Page) {
  const dialog = await openConnect(page, 'Súlan', 'Wi-Fi or Ethernet gateway')
  await expect(dialog.getByText('No data yet.')).toHaveCount(0)
  await installAndPair(dialog, `tcp://127.0.0.1:${await positions()}`, /NMEA 0183, .*GPRMC/)
  await arrives(dialog, 'Position, Speed over ground')
}

/** A GX device with a battery and a receiver, read through its own broker. */
async function victronSends(page: Page) {
  const dialog = await openConnect(page, 'Særún', 'Victron GX')
  const broker = await Aedes.createBroker()
  const port = await listening(createServer(broker.handle))
  const publish = (topic: string, value: unknown) =>
    broker.publish(
      {
        ...{ cmd: 'publish', topic: `N/c0619ab1234/${topic}`, qos: 0, retain: false, dup: false },
        payload: Buffer.from(JSON.stringify({ value })),
      },
      () => undefined,
    )
  const heart = setInterval(() => publish('heartbeat', 1), 200)
  // A GX device gives its values when it is asked to.
  broker.on('publish', ({ topic }, client) => {
    if (!client || topic !== 'R/c0619ab1234/keepalive') return
    publish('battery/288/Dc/0/Voltage', 13.1)
    publish('battery/288/Soc', 87)
    publish('gps/0/Position/Latitude', 64.1511)
    publish('gps/0/Position/Longitude', -21.9402)
    publish('gps/0/Speed', 5)
    publish('gps/0/Fix', 1)
  })
  try {
    await installAndPair(dialog, `victron://127.0.0.1:${port}`, /victron:\/\//)
    await arrives(dialog, 'Position, Speed over ground')
    await expect(dialog.getByText(/and [1-9] more/)).toBeVisible()
  } finally {
    clearInterval(heart)
    broker.close()
  }
}

async function gpsdSends(page: Page) {
  const binary = '/usr/sbin/gpsd'
  if (!isInstalled('gpsd', binary)) return
  const port = await freePort()
  const args = ['-N', '-n', '-S', `${port}`, `tcp://127.0.0.1:${await positions()}`]
  const gpsd = spawn(binary, args, { stdio: 'ignore' })
  children.push(gpsd)
  await listens(port, gpsd)
  const dialog = await openConnect(page, 'Hafdís', 'Raspberry Pi or Linux computer')
  await installAndPair(dialog, `gpsd://127.0.0.1:${port}`, /NMEA 0183/)
  await arrives(dialog, 'Position, Speed over ground')
}

test('the program on board is installed, tried, started and paired by the shown commands', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await test.step('a gateway', () => gatewaySends(page))
  await test.step('a Victron GX device', () => victronSends(page))
  await test.step('a computer with gpsd', () => gpsdSends(page))
})

const report = async (address: string) => {
  const tst = Math.round(Date.now() / 1000)
  const body = JSON.stringify({ _type: 'location', lat: 64.15, lon: -21.95, tst, vel: 18, acc: 9 })
  const answer = await fetch(address, { method: 'POST', body })
  return [answer.status, await answer.text()]
}
const copiedAddress = (scope: Page | Locator) => copied(scope.getByRole('button', { name: 'Copy address' }))

test('a phone takes the place of a device, reports as each app does, and loses its address when a new one is made', async ({
  page,
}) => {
  await signIn(page, taffrail)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goOn(page, `/vessels/${vesselIds.get('Álftin')}`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Connect a boat', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Phone' }).click()
  await reachHere(dialog)
  await dialog.getByRole('button', { name: 'Replace her device' }).click()
  const address = await copiedAddress(dialog)
  expect(await report(address)).toEqual([200, '[]'])
  await arrives(dialog, 'Position')
  const values = {
    ...{ '%LAT': '64.15', '{0}': '64.15', '%LON': '-21.95', '{1}': '-21.95', '{3}': '0.9', '%ACC': '9' },
    ...{ '%TIMESTAMP': `${Math.round(Date.now() / 1000)}`, '{2}': `${Date.now()}` },
    ...{ '%SPD': '5', '{5}': '5', '%DIR': '90', '{6}': '90' },
  }
  for (const shown of await dialog.locator('dd code').allTextContents()) {
    expect(shown).toContain(address)
    const filled = Object.entries(values).reduce((text, [name, value]) => text.replace(name, value), shown)
    expect((await fetch(filled)).status).toBe(200)
  }

  await page.goto(`${taffrail.url}/devices`)
  await page.getByRole('link', { name: /^phone-/ }).click()
  const device = page.getByRole('dialog')
  await expect(device.getByText('Key in its address')).toBeVisible()
  await expect(device.getByText('OwnTracks')).toBeVisible()
  await page.getByRole('button', { name: 'New address' }).click()
  const renewed = await copiedAddress(page)
  expect((await report(address))[0]).toBe(404)
  expect(await report(renewed)).toEqual([200, '[]'])
})

test('a tracker is added by its IMEI, a source of NMEA 0183 by its address, and their data arrive', async ({
  page,
}) => {
  await test.step('a tracker', () => trackerSends(page))
  await test.step('a source of NMEA 0183', () => sentencesArrive(page))
})

/** Address of the port for trackers, or for sources of NMEA 0183, as the dialog tells it. */
async function shownPort(dialog: Locator): Promise<{ host: string; port: number }> {
  const hint = await dialog.getByText(/port \d+\./).textContent()
  const [, host = '', port] = /to (\S+), port (\d+)\./.exec(hint ?? '') ?? []
  return { host, port: Number(port) }
}

async function trackerSends(page: Page) {
  const imei = '356307042441013'
  const dialog = await openConnect(page, 'Kría', 'GPS tracker')
  const { host, port } = await shownPort(dialog)
  await dialog.getByLabel('IMEI, 15 digits').fill(imei)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Vessel paired successfully with the device')).toBeVisible()
  await expect(dialog.getByText('It will be unpaired from her.')).toHaveCount(0)
  const socket = connect(port, host)
  sockets.add(socket)
  socket.write(imeiHello(imei))
  expect((await once(socket, 'data'))[0]).toEqual(Buffer.from([1]))
  const record = { timeMs: Date.now(), latitudeDeg: 64.1, longitudeDeg: -21.9, speedKmh: 18, courseDeg: 90 }
  socket.write(teltonikaPacket([{ ...record, satellites: 9, values: { 66: 12_600 } }], true))
  expect((await once(socket, 'data'))[0]).toEqual(Buffer.from([0, 0, 0, 1]))
  await arrives(dialog, 'Position, Speed over ground')
}

/** Over TCP and UDP. */
async function sentencesArrive(page: Page) {
  const dialog = await openConnect(page, 'Lundinn', 'NMEA 0183 source')
  const { host, port } = await shownPort(dialog)
  await dialog.getByLabel('IP address that she sends from').fill('127.0.0.1')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Vessel paired successfully with the device')).toBeVisible()
  const socket = connect(port, host)
  sockets.add(socket)
  socket.write(rmcNow())
  await arrives(dialog, 'Position, Speed over ground')
  const udp = createSocket('udp4')
  const depth = sentenceLine('$', 'SDDPT,4.2,0.3')
  udp.send(depth, port, host, () => udp.close())
  await expect(dialog.getByText(/TCP.*UDP|UDP.*TCP/)).toBeVisible()
}

test('files of a plotter are imported, and a device of own making sends by each shown command', async ({
  page,
}) => {
  await test.step('files', () => filesAreImported(page))
  await test.step('our own protocol', () => ownDeviceSends(page))
})

async function filesAreImported(page: Page) {
  const dialog = await openConnect(page, 'Teistan', 'Plotter or logger')
  const points = Array.from({ length: 10 }, (_, i) => {
    const time = new Date(Date.now() - (10 - i) * 60_000).toISOString()
    return `<trkpt lat="${64.15 + i / 1000}" lon="-21.95"><time>${time}</time></trkpt>`
  })
  const gpx = `<?xml version="1.0"?><gpx version="1.1" creator="plotter" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'june.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) })
  const file = dialog.getByRole('listitem').filter({ hasText: 'june.gpx' })
  await expect(file).toContainText(/samples from/)
}

/** Sends over HTTP, WebSocket and MQTT 3.1.1. MQTT 5 is refused, and the dialog says so. */
async function ownDeviceSends(page: Page) {
  const dialog = await openConnect(page, 'Ritan', 'Our own protocol')
  await dialog.getByRole('button', { name: 'Make credentials' }).click()
  const commands: string[] = []
  for (const way of ['MQTT 3.1.1', 'HTTP', 'WebSocket of Signal K deltas']) {
    await dialog.getByRole('combobox', { name: 'How she sends' }).click()
    await page.getByRole('option', { name: way, exact: true }).click()
    commands.push(...(await copiedLines(dialog)))
  }
  const [publish = '', post = '', socket = ''] = commands
  await boat.run(post)
  await arrives(dialog, 'Speed over ground')
  await expect(dialog.getByText('Trips need a position')).toBeVisible()
  // The client comes from the registry of npm.
  await boat.run(socket)
  await expect(dialog.getByText(/Signal K/).first()).toBeVisible()
  if (!isInstalled('mosquitto-clients', '/usr/bin/mosquitto_pub')) return
  await boat.run(publish)
  await expect(dialog.getByText(/MQTT/).first()).toBeVisible()
  await expect(boat.run(publish.replace('mqttv311', 'mqttv5'))).rejects.toThrow(
    'Unsupported Protocol Version',
  )
  await expect(dialog.getByText('MQTT 5').first()).toBeVisible()
}
