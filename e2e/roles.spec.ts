/**
 * A user in front of an installation of several processes of each role, one of which dies. Needs PostgreSQL and NATS.
 */
import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'drizzle-orm'
import { insertUser } from '#server/records/users.ts'
import { rowsOf } from '#server/stores/relational/openRecords.ts'
import { type CuttableProxy, cuttableProxy } from '#server/testing/cuttableProxy.ts'
import { sail, sailedFleet } from '#server/testing/sailedFleet.ts'
import { startTestNats, type TestNats } from '#server/testing/testNats.ts'
import { startTestPostgres, type TestPostgres } from '#server/testing/testPostgres.ts'
import { openTestSite, type TestSite } from '#server/testing/testSite.ts'
import { test } from './warmPage.ts'

/** Time that the boats report at once, ms, so that the trip is long enough for the list. */
const SAILED_MS = 600_000
const fleet = sailedFleet({ boats: 2, feel: 0, nowMs: Date.now() - SAILED_MS })
const ada = { email: 'ada@harbour.example', password: 'a fair wind' }
let nats: TestNats | null = null
let postgres: TestPostgres | null = null
let site: TestSite | undefined
/** Proxy in the place of a load balancer: leads to one process, and to the other when the first is away. */
let link: CuttableProxy
const ending = new AbortController()
let sailing: Promise<unknown> = Promise.resolve()

test.beforeAll(async () => {
  test.setTimeout(240_000)
  nats = await startTestNats()
  postgres = nats && (await startTestPostgres())
  if (!nats || !postgres) return
  link = await cuttableProxy()
  const env = { PUBLIC_URL: link.url }
  site = await openTestSite({ name: 'journey', nats, postgres, fleet, env, isAlone: true })
  await site.start('api', 1)
  link.leadTo(site.running('api')[0]?.url ?? '')
  const { organizationId, departmentId, records } = site
  const passwordHash = await hashPassword(ada.password)
  await records.db.transaction((tx) =>
    insertUser(tx, {
      ...{ organizationId, departmentId, roleId: 'organization-admin', name: 'Ada' },
      ...{ email: ada.email, identityId: randomUUID(), passwordHash },
    }),
  )
})
test.describe.configure({ timeout: 240_000 })
test.afterAll(async () => {
  ending.abort()
  await sailing
  await site?.close()
  await link?.close()
  await nats?.stop()
  await postgres?.close()
})

const lost = (page: Page) => page.getByText(/^No connection since \d\d:\d\d:\d\d/)
const popup = (page: Page) => page.getByRole('dialog', { name: 'Boat 0000' })
const figures = (page: Page) => popup(page).locator('[data-age]').first()

test('a trip continues in the second process when the process behind the console dies', async ({ page }) => {
  test.skip(!site, 'PostgreSQL and NATS are not installed here.')
  if (!site) return
  const { send, running } = site
  const answer = await page.request.post(`${link.url}/identity/sign-in/email`, {
    headers: { origin: link.url },
    data: ada,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(`${link.url}/trips`)
  await expect(page.getByText('No trips have been logged yet.')).toBeVisible()
  const trips = page.locator('tbody tr')

  sailing = Promise.all([0, 1].map((boat) => sail(fleet, boat, send, ending.signal)))
  await expect(trips.first()).toBeVisible({ timeout: 60_000 })
  await expect(trips).toHaveCount(2, { timeout: 60_000 })

  const [vessel] = await rowsOf<{ id: string }>(
    site.records.db,
    sql`select id from vessels where name = 'Boat 0000'`,
  )
  await page.goto(`${link.url}/map?vessel=${vessel?.id}`)
  await movesOn(page)

  const [, other] = running('api')
  await site.kill('api', 0)
  await expect(lost(page)).toBeVisible()
  await expect(figures(page)).toHaveAttribute('data-age', 'old', { timeout: 30_000 })
  link.leadTo(other?.url ?? '')
  await expect(lost(page)).toHaveCount(0, { timeout: 35_000 })
  await movesOn(page)
  await page.goto(`${link.url}/trips`)
  await expect(trips).toHaveCount(2)
})

/** Expects fresh figures of the vessel that change a moment later. */
async function movesOn(page: Page) {
  await expect(figures(page)).toHaveAttribute('data-age', 'fresh', { timeout: 30_000 })
  const before = (await figures(page).textContent()) ?? ''
  await expect(figures(page)).not.toHaveText(before)
}
