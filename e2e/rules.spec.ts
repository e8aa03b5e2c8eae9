import { expect } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { DAY_MS } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import { DEFAULT_NOTIFICATIONS, RuleNotifications } from '#contract/wire/rule.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { insertRule } from '#server/records/rules.ts'
import { rules } from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

const newest = async () => {
  const [row] = await taffrail.api.records.db.select().from(rules).orderBy(desc(rules.createdAt)).limit(1)
  if (!row) throw new Error('there is no rule')
  return row
}

test('creates a rule from a template, finds it, switches it off, edits and deletes it', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/rules')
  await page.getByRole('link', { name: 'Add rule' }).first().click()
  const wizard = page.getByRole('dialog', { name: 'Add rule' })
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' })
  await expect(wizard.getByRole('radio', { name: /^Threshold rule/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(wizard.getByRole('radio', { name: /^Geofence rule/ })).toBeChecked()

  await wizard.getByRole('searchbox').fill('coolant')
  await wizard.getByRole('button', { name: /Engine overheating/ }).click()
  await wizard.getByLabel('Threshold (°C)').fill('98')
  await page.keyboard.press('Escape')
  await expect(question).toContainText('Are you sure you want to discard the changes?')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await wizard.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByText('A new threshold rule has been created.')).toBeVisible()
  await expect(wizard).toBeHidden()
  expect((await newest()).definition).toMatchObject({ logic: { and: [{ value: 371.15 }] } })

  await page.getByRole('searchbox', { name: 'Search rules' }).fill('above 98 °c')
  const row = page.getByRole('row', { name: /Engine overheating/ })
  await expect(row).toContainText('Coolant temperature above 98 °C for 10 s')
  await row.getByRole('switch').press('Space')
  await expect(row.getByRole('switch')).not.toBeChecked()
  await expect.poll(async () => (await newest()).enabled).toBe(false)

  await row.getByRole('link', { name: 'Engine overheating' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Too hot')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('link', { name: 'Back to rules' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Rule updated')).toBeVisible()
  expect(await newest()).toMatchObject({ message: 'Too hot', enabled: false })

  await page.getByRole('button', { name: 'Delete rule' }).click()
  const sure = page.getByRole('dialog', { name: 'Are you absolutely sure?' })
  await sure.getByRole('button', { name: 'Delete rule' }).click()
  await expect(page.getByText('Rule deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/rules$/)
  await expect(page.getByText('Too hot')).toBeHidden()
})

test("shows a colleague's change on saving, and keeps the user's own edits", async ({ page }) => {
  const { ruleId } = taffrail.things.own
  const { db } = taffrail.api.records
  await taffrail.open(page, 'organization-admin', `/rules/${ruleId}`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Mine')
  const { token } = await (await page.request.get(`${taffrail.url}/identity/token`)).json()
  const theirs = await page.request.put(`${taffrail.url}/api/rules/${ruleId}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { enabled: false },
  })
  expect(theirs.ok()).toBe(true)
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save changes' })
  await expect(dialog.getByRole('alert')).toContainText('EnabledOn Off')
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('switch', { name: 'Enabled' })).not.toBeChecked()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  const [kept] = await db.select().from(rules).where(eq(rules.id, ruleId))
  expect(kept?.message).not.toBe('Mine')
})

test('a user who may only view can change no rule', async ({ page }) => {
  const { ruleId } = taffrail.things.own
  await taffrail.open(page, 'department-viewer', `/rules/${ruleId}`)
  await expect(page.getByRole('switch', { name: 'Enabled' })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^(Delete rule|Save changes|Add|Remove)/ })).toHaveCount(0)
  await page.goto(`${taffrail.url}/rules/new`)
  const wizard = page.getByRole('dialog', { name: 'Add rule' })
  await expect(wizard).toContainText('You do not have the required permissions to access this resource.')
  await expect(wizard.getByRole('button', { name: 'Next' })).toHaveCount(0)
})

test('a rule raises the alerts of its preview when the same day is processed', async ({ page }) => {
  const { records, telemetry, bus } = taffrail.api
  const { own, parent } = taffrail.things
  const { organizationId, departmentId } = parent
  const ruleFor = (vesselId: string, createdAt: Date) =>
    records.db.transaction((tx) =>
      insertRule(tx, {
        ...{ organizationId, departmentId, type: 'threshold', severity: 'warning', createdAt },
        message: 'Faster than agreed',
        definition: {
          geofences: { enabled: false, ids: [], area_operation: 'inside' },
          logic: {
            and: [
              {
                variable: { type: 'vfp', field: 'sog', period_sec: 10 },
                ...{ operation: 'more_than', value: 10 },
              },
            ],
          },
        },
        vessels: { apply_to_all: false, ids: [vesselId] },
        notifications: RuleNotifications.parse(DEFAULT_NOTIFICATIONS),
      }),
    )
  // Half a minute too fast in each half-hour, and five seconds in the last, which is too short.
  const fromMs = Math.floor((Date.now() - DAY_MS) / 1000) * 1000
  const dayOf = (vesselNumber: number) => ({
    ...{ vesselNumber, fixes: [], motion: [], ais: [], faults: [] },
    scalars: Array.from({ length: 7200 }, (_, second) => ({
      ...{ timeUs: (fromMs + second * 1000) * 1000, key: 'sog' as const, instance: 0 },
      value: knToMps(second % 1800 < (second < 5400 ? 30 : 5) ? 12 : 6),
    })),
  })
  await telemetry.append([dayOf(own.vesselNumber)])
  const ruleId = await ruleFor(own.vesselId, new Date())
  await taffrail.open(page, 'organization-admin', `/rules/${ruleId}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Would have fired 3 times on 1 boat in the last 30 days.')
  await expect(preview.getByRole('listitem')).toHaveCount(3)

  // The first rule is newer than the previewed day. An older rule covers another boat, which now sails the same day.
  await ruleFor(parent.vesselId, new Date(Date.now() - 7 * DAY_MS))
  const log = { info() {}, warn() {}, error() {} }
  const processing = await startProcessing({ db: records.db, telemetry, bus, log, clock: systemClock })
  const day = dayOf(parent.vesselNumber)
  await telemetry.append([day])
  bus.publish({ type: 'readings.appended', intervals: describeAppended(day) })
  await processing.idle()
  await processing.close()
  await page.goto(`${taffrail.url}/alerts`)
  const raised = page.getByRole('row', { name: /Faster than agreed/ })
  await expect(raised).toHaveCount(3)
  await expect(raised.filter({ hasText: 'Vessel parent' })).toHaveCount(3)
})
