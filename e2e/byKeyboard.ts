import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STEPS = 120

/** Moves the focus to an element with the Tab key only, as a user without a mouse does. */
export async function goTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if ((await page.locator(':focus').and(target).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}

/** Moves the focus to an element and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await goTo(page, target)
  await page.keyboard.press(key)
}

/** Moves the focus to a field and replaces its value. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await goTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Opens a menu and moves down to an item. */
export async function chooseFrom(page: Page, menu: Locator, item: string): Promise<void> {
  await press(page, menu)
  const wanted = page.getByRole('menuitem', { name: item, exact: true })
  await expect(wanted).toBeVisible()
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if ((await page.locator(':focus').and(wanted).count()) > 0) return page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the keyboard does not get to ${item}`)
}
