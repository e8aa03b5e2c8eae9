import { expect } from '@playwright/test'
import { alerts } from '#server/stores/relational/schema.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

test('locks pages that a department viewer may not open, and refuses their addresses', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', '/trips')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(navigation.getByRole('link', { name: 'Trips' })).toHaveAttribute('aria-current', 'page')
  for (const locked of ['Users', 'API keys']) {
    const item = navigation.getByRole('button', { name: `${locked}: Insufficient permissions` })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
  }
  await expect(navigation.getByText('Organizations')).toHaveCount(0)

  await page.goto(`${taffrail.url}/users`)
  await expect(
    page.getByText('You do not have the required permissions to access this resource.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL(/\/trips/)
  await page.goto(`${taffrail.url}/organizations`)
  await expect(page.getByRole('heading', { name: 'Oops! Lost at sea...' })).toBeVisible()
})

test('an unknown address shows a message and two ways out', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/here/be/dragons')
  await expect(page.getByRole('heading', { name: 'Oops! Lost at sea...' })).toBeVisible()
  await page.getByRole('link', { name: 'Send feedback' }).click()
  await expect(page).toHaveURL(/\/resources\/feedback$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Back to safety' }).click()
  await expect(page).toHaveURL(/\/map/)
})

test('old addresses and addresses of a whole area redirect to their first page', async ({ page }) => {
  const leads = [
    ['/dashboard', '/reports'],
    ['/dashboard/fuel/month', '/reports'],
    ['/settings', '/settings/personal'],
    ['/resources', '/resources/help'],
  ] as const
  await taffrail.open(page, 'organization-admin', '/trips')
  for (const [from, to] of leads) {
    await page.goto(`${taffrail.url}${from}`)
    await expect(page).toHaveURL(`${taffrail.url}${to}`)
  }
})

test('the sidebar folds by keyboard and stays folded for a week', async ({ page, context }) => {
  await taffrail.open(page, 'organization-admin', '/trips')
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(sidebar).toHaveCSS('width', '255px')
  await page.keyboard.press('Control+b')
  await expect(sidebar).toHaveCSS('width', '47px')
  await expect(sidebar.getByRole('link', { name: 'Trips' })).toBeVisible()
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  const daysLeft = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
  expect(Math.round(daysLeft)).toBe(7)
  await page.reload()
  await expect(sidebar).toHaveCSS('width', '47px')
  await page.keyboard.press('Control+b')
  await sidebar.getByRole('button', { name: 'Monitoring' }).click()
  await expect(sidebar.getByRole('link', { name: 'Rules' })).toHaveCount(0)
  await page.reload()
  await expect(sidebar.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Rules' })).toHaveCount(0)
})

test('the sidebar is a sheet on a phone, and closes when the user follows a link', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await taffrail.open(page, 'organization-admin', '/trips')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const sheet = page.getByRole('dialog', { name: 'Main navigation' })
  await expect(sheet).toHaveCSS('width', '288px')
  await sheet.getByRole('link', { name: 'Captains' }).click()
  await expect(page).toHaveURL(/\/captains/)
  await expect(sheet).toHaveCount(0)
})

test('marks only the last breadcrumb as the current one', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', `/trips/${taffrail.things.own.tripId}`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(crumbs.locator('[aria-current]')).toHaveText(['Trip by Vessel own'])
})

test('fetches no preloaded style sheet a second time', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/trips')
  await page.waitForLoadState('networkidle')
  const sheets: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.css')) sheets.push(request.url())
  })
  await page.reload({ waitUntil: 'networkidle' })
  expect(sheets.length).toBeGreaterThan(0)
  expect(sheets.filter((url, at) => sheets.indexOf(url) !== at)).toEqual([])
})

test('announces and counts unread alerts, and marks them read when the user views them', async ({ page }) => {
  const { organizationId, vesselId } = taffrail.things.own
  const alert = { organizationId, vesselId, type: 'threshold', triggerUs: Date.now() * 1000 }
  await taffrail.api.records.db.insert(alerts).values([
    { ...alert, text: 'Bilge water is high' },
    { ...alert, text: 'Engine runs hot', severity: 'warning' },
  ])
  await taffrail.open(page, 'organization-viewer', '/trips')
  await expect(page.getByText('You have 2 unread alerts')).toBeVisible()
  const bell = page.getByRole('button', { name: 'Alerts, 2 unread' })
  await expect(page.getByRole('link', { name: 'Alerts 2 unread' })).toBeVisible()
  await bell.click()
  const popover = page.getByRole('dialog', { name: 'Alerts' })
  await expect(popover.getByText('Bilge water is high')).toBeVisible()
  await expect(popover.getByText('Alert foreign')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible()
  await popover.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL(/\/alerts/)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Alerts', exact: true })).toBeVisible()
})

test('a page that fails to load leaves the rest of the console usable', async ({ page }) => {
  await page.route(/ReportsPage-.*\.js/, (route) => route.abort())
  await taffrail.open(page, 'organization-admin', '/reports')
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong...' })).toBeVisible()
  await page.getByRole('link', { name: 'Captains' }).click()
  await expect(page).toHaveURL(/\/captains/)
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong...' })).toHaveCount(0)
})

test('the keyboard reaches the whole shell', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/captains')
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const walked = async (steps: number) => {
    const names: string[] = []
    for (let step = 0; step < steps; step++) {
      await page.keyboard.press('Tab')
      names.push(
        await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent'),
      )
    }
    return names
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
  const names = await walked(32)
  for (const name of ['Map', 'Rules', 'Settings', 'Help', 'Collapse sidebar', 'Announcements', 'User menu']) {
    expect(names.some((walkedName) => walkedName.startsWith(name))).toBe(true)
  }

  await page.getByRole('button', { name: 'User menu' }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'User menu' })
  await expect(menu.getByText('organization-admin@one.example')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'User menu' })).toBeFocused()
})

test('nothing shifts while the shell loads', async ({ page }) => {
  await page.addInitScript(`
    globalThis.shift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  await taffrail.open(page, 'organization-admin', '/trips')
  await expect(page.getByRole('row')).toHaveCount(5)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('shift')).toBeLessThanOrEqual(0.02)
})

test('a toast covers no button of the bar at any width', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', `/trips/${taffrail.things.own.tripId}`)
  const choose = async (width: number, action: 'Pin' | 'Unpin') => {
    if (width > 767) return page.getByRole('button', { name: /^Pin(ned)?$/ }).click()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: `${action} trip` }).click()
  }
  for (const width of [1440, 1100, 800, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await choose(width, 'Pin')
    const toast = page.getByRole('alert').filter({ hasText: 'Trip pinned' })
    await expect(toast).toBeVisible()
    const tools = page
      .getByRole('banner')
      .getByRole('button', { name: /^(Search|Department: |Alerts|User menu)/ })
    await expect(tools.first()).toBeVisible()
    // The toast slides to its place.
    await expect(async () => {
      const at = await toast.boundingBox()
      for (const tool of await tools.all()) {
        const its = await tool.boundingBox()
        if (!at || !its) throw new Error('It has no place.')
        const isBeside = at.x + at.width <= its.x || its.x + its.width <= at.x
        const isBelow = its.y + its.height <= at.y
        expect(isBeside || isBelow, `${await tool.textContent()} at ${width}`).toBe(true)
      }
    }).toPass({ timeout: 4000 })
    await choose(width, 'Unpin')
  }
})
