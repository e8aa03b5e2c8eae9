import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STEPS = 120

/** Goes there with the tabulator alone, as somebody without a mouse does. */
export async function goTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if ((await page.locator(':focus').and(target).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}

/** Goes there and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await goTo(page, target)
  await page.keyboard.press(key)
}

/** Goes there and writes over what it holds. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await goTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Opens a menu and goes down to what is wanted of it. */
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
