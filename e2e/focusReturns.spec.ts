import { expect, type Locator, type Page } from '@playwright/test'
import { goOn } from './goOn.ts'
import { sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  await sailTrip(taffrail.api.telemetry, taffrail.things.own.vesselNumber)
})
test.afterAll(() => taffrail?.api.close())

/** Elements that lie over the page once they are open. */
const OPENED = '[role=dialog], [role=menu], [role=listbox]'
/** Elements that open something over the page, by their role and state for screen readers, and links to dialogs. */
const OPENERS =
  'button[aria-haspopup], button[aria-expanded=false], [role=combobox], a[href$="/new"], a[href$="/edit"], a[href$="/connect"], a[href$="/logs"]'

/** Marks one opener of each look on the page and returns their names; a table has a menu in each row. */
const markOpeners = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const seen = new Set()
    return [...document.querySelectorAll(${JSON.stringify(OPENERS)})]
      .filter((opener) => opener.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !opener.disabled && !opener.closest('summary, details'))
      .filter((opener) => {
        const look = opener.className + (opener.querySelector('svg')?.getAttribute('class') ?? '') + opener.getAttribute('role')
        return !seen.has(look) && seen.add(look)
      })
      .map((opener, i) => {
        opener.setAttribute('data-opener', i)
        return opener.getAttribute('aria-label') ?? opener.textContent ?? ''
      })
  })()`)

async function expectFocusBack(page: Page, opener: Locator, what: string) {
  await opener.focus()
  await page.keyboard.press((await opener.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter')
  const opened = page.locator(OPENED).filter({ visible: true })
  // A button that unfolds a part of the page opens nothing above it.
  if (
    !(await opened
      .first()
      .waitFor({ timeout: 1500 })
      .then(
        () => true,
        () => false,
      ))
  )
    return
  await page.keyboard.press('Escape')
  await expect(opened, `${what} closes`).toHaveCount(0)
  await expect.soft(opener, `${what} has the focus again`).toBeFocused({ timeout: 2000 })
}

/** Pages with openers whose look no earlier page has. */
function pages() {
  const { tripId, vesselId } = taffrail.things.own
  return [
    ...['/trips', '/vessels', '/captains', '/api-keys', '/reports', '/geofences', '/settings/personal'],
    ...[`/trips/${tripId}/data-studio`, `/map/trips/${tripId}`, `/vessels/${vesselId}`],
  ]
}

test('Escape returns the focus to the element that opened a menu, a list, a popover or a dialog', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await taffrail.open(page, 'organization-admin', '/trips')
  const tried = new Set<string>()
  for (const path of pages()) {
    await goOn(page, path)
    const names = await markOpeners(page)
    for (const [at, name] of names.entries()) {
      if (tried.has(name)) continue
      tried.add(name)
      await expectFocusBack(page, page.locator(`[data-opener="${at}"]`), `“${name}” on ${path}`)
    }
  }
})

test('Escape returns the focus to the menu when the menu opened the dialog', async ({ page }) => {
  const { tripId, vesselId } = taffrail.things.own
  await taffrail.open(page, 'organization-admin', '/captains')
  for (const [path, menu, item] of [
    ['/users', /^Actions for /, 'Edit'],
    ['/vessels', /^Actions for Vessel own/, 'Guard this boat'],
    ['/departments', /^Actions for Own/, 'Edit'],
    [`/trips/${tripId}`, 'Actions', 'Download data'],
    [`/vessels/${vesselId}`, /^Actions/, 'Download data'],
  ] as const) {
    await goOn(page, path)
    const opener = page.getByRole('button', { name: menu }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const wanted = page.getByRole('menuitem', { name: item })
    await wanted.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.soft(opener, `the menu of ${path}`).toBeFocused({ timeout: 2000 })
  }
})
