import { expect } from '@playwright/test'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

test('the map shows a received ship with her AIS data when the user turns AIS targets on', async ({
  page,
}) => {
  const { api, things } = taffrail
  const receive = (vesselNumber: number, mmsi: number, name: string, longitudeDeg: number) => {
    const timeUs = (Date.now() - 60_000) * 1000
    const ship = { mmsi, name, shipType: 70, latitudeDeg: 64.3, longitudeDeg, sogMps: 5, cogRad: 0.5, timeUs }
    return api.telemetry.append([
      { vesselNumber, scalars: [], fixes: [], motion: [], faults: [], ais: [ship] },
    ])
  }
  await receive(things.own.vesselNumber, 251_000_007, 'AURORA', -22.5)
  await receive(things.foreign.vesselNumber, 251_000_008, 'SECRET', -22.5)
  const asked: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/ais-targets')) asked.push(await response.text())
  })
  await taffrail.open(page, 'department-viewer', '/map?lat=64.3&lng=-22.5&zoom=11')
  await page.getByRole('button', { name: 'Map settings', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Map settings' })
  await expect(drawer.getByRole('switch', { name: 'AIS targets' })).toBeVisible()
  expect(asked).toEqual([])
  await drawer.getByRole('switch', { name: 'AIS targets' }).click()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]).toContain('AURORA')
  expect(asked[0]).not.toContain('SECRET')
  await drawer.getByRole('button', { name: 'Close' }).click()
  const popup = page.getByRole('dialog', { name: 'AURORA' })
  await expect(async () => {
    const box = await page.locator('canvas[aria-label="Fleet map"]').boundingBox()
    if (!box) throw new Error('There is no map.')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(popup).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(popup).toContainText('Cargo')
  await expect(popup).toContainText('251000007')
  await expect(popup).toContainText(/9\.7 ?kn/)
  await expect(popup).toContainText(/min ago · Vessel own/)
  await expectNoViolation(page, 'ais target')
})

test('the map shows distress beacons when AIS targets are off', async ({ page }) => {
  const { api, things } = taffrail
  const beacon = (mmsi: number, latitudeDeg: number) => ({
    ...{ mmsi, name: null, latitudeDeg, longitudeDeg: -22.5 },
    ...{ sogMps: 0.5, cogRad: 0.5, timeUs: (Date.now() - 60_000) * 1000 },
  })
  const ais = [beacon(970_010_203, 64.3), beacon(972_010_203, 64.31), beacon(974_010_203, 64.5)]
  await api.telemetry.append([
    { vesselNumber: things.own.vesselNumber, scalars: [], fixes: [], motion: [], faults: [], ais },
  ])
  await taffrail.open(page, 'department-viewer', '/map?lat=63.8&lng=-20&zoom=6')
  const list = page.getByRole('alert', { name: 'Distress beacons' })
  await list.waitFor()
  await expect(list).toContainText('Search and rescue transmitter (SART)970010203')
  await expect(list).toContainText('Man overboard (MOB)972010203')
  await expect(list).toContainText('EPIRB974010203')
  await expect(list).not.toContainText('AURORA')
  await list.getByRole('button', { name: '970010203' }).click()
  const popup = page.getByRole('dialog', { name: 'MMSI 970010203' })
  await expect(popup).toContainText('Search and rescue transmitter (SART)')
  await expectNoViolation(page, 'distress beacon')
})
