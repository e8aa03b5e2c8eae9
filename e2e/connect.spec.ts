import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

let taffrail: Taffrail
let vesselId: string
let folder: string
const children: ChildProcess[] = []
const sockets = new Set<Socket>()
/** A gateway on board: it sends the same position and speed every second. */
const gateway = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => undefined)
  const timer = setInterval(() => socket.write(`${rmcNow()}\r\n`), 1000)
  socket.on('close', () => clearInterval(timer))
})

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-connect-'))
  taffrail = await startTaffrail()
  await taffrail.run('new-device', '--vessel', 'Súlan')
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
})
test.afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const socket of sockets) socket.destroy()
  gateway.close()
  await taffrail?.close()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

function rmcNow(): string {
  const [, year = '', month, day, time] =
    /^(\d\d\d\d)-(\d\d)-(\d\d)T(.*)\.\d+Z$/.exec(new Date().toISOString()) ?? []
  const fields = [
    time?.replaceAll(':', ''),
    'A,6409.00,N,02157.00,W,6.2,180.0',
    `${day}${month}${year.slice(2)}`,
  ]
  return sentenceLine('$', `GPRMC,${fields.join()},,,A`)
}

const dialogOf = (page: Page) => page.getByRole('dialog')

async function openConnect(page: Page, kind: string) {
  await page.goto(`${taffrail.url}/vessels/${vesselId}/connect`)
  await dialogOf(page).getByRole('button', { name: kind }).click()
}
test.beforeEach(async ({ page }) => {
  await signIn(page, taffrail)
  await page.goto(`${taffrail.url}/vessels`)
  await page.getByRole('link', { name: 'Súlan', exact: true }).click()
  await expect(page).toHaveURL(/\/vessels\/[\w-]{36}/)
  vesselId = /vessels\/([\w-]{36})/.exec(page.url())?.[1] ?? ''
})

/** Shell commands that the dialog shows, in order. */
const linesOf = (page: Page) => dialogOf(page).locator('pre').allTextContents()

test('a gateway is connected by the shown commands, and the dialog shows the first data', async ({
  page,
}) => {
  await openConnect(page, 'Wi-Fi or Ethernet gateway')
  const { port } = gateway.address() as AddressInfo
  await dialogOf(page).getByLabel('Address of the source').fill(`tcp://127.0.0.1:${port}`)
  const [install = '', , run = ''] = await linesOf(page)

  const address = /https?:\S+\.tgz/.exec(install)?.[0] ?? ''
  const installed = spawn('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', address])
  expect(await once(installed, 'exit')).toEqual([0, null])
  const [, args = ''] = /^taffrail-aboard (.*) --print-unit \|/.exec(run) ?? []
  const board = spawn(join(folder, 'node_modules/.bin/taffrail-aboard'), [
    ...args.split(' '),
    '--state',
    join(folder, 'state'),
  ])
  children.push(board)
  let printed = ''
  board.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await expect.poll(() => printed).toMatch(/pairing code \w{8}/)

  await dialogOf(page)
    .getByLabel('Pairing code')
    .fill(/pairing code (\w{8})/.exec(printed)?.[1] ?? '')
  const replace = dialogOf(page).getByRole('button', { name: 'Replace device' })
  if (await replace.isVisible()) await replace.click()
  await expect(dialogOf(page).getByText(/^Data received .* ago: Position, Speed over ground/)).toBeVisible()
})

test('each kind shows its steps with the address of this console', async ({ page }) => {
  const origin = new URL(taffrail.url).origin
  for (const [kind, shown] of [
    ['Signal K server', `${origin}/aboard/signalk-taffrail.tgz`],
    ['Victron GX', 'victron://venus.local'],
    ['Raspberry Pi or Linux computer', 'serial:///dev/ttyUSB0'],
  ] as const) {
    await openConnect(page, kind)
    expect((await linesOf(page)).join('\n')).toContain(shown)
    for (const address of (await linesOf(page)).join('\n').match(/https?:\S+\.tgz/g) ?? [])
      expect((await fetch(address)).headers.get('content-type')).toMatch(/gzip|octet-stream|tar/)
  }
  await openConnect(page, 'Plotter or logger')
  await expect(
    dialogOf(page)
      .getByText(/Drop|Choose files/)
      .first(),
  ).toBeVisible()
  await openConnect(page, 'Phone')
  await expect(
    dialogOf(page).getByRole('button', { name: /Make an address|Replace her device/ }),
  ).toBeVisible()
  await openConnect(page, 'Our own protocol')
  await expect(dialogOf(page).getByRole('combobox', { name: 'How she sends' })).toBeVisible()
})
