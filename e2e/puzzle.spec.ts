import { expect, type Page } from '@playwright/test'
import { violationsOn } from './askAxe.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { ownPageTest as test } from './warmPage.ts'

/** Day of the first puzzle, whose term is binnacle. */
const FIRST_DAY = '2025-07-15'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

test('the player solves the puzzle by keyboard, and the next one comes at midnight', async ({ page }) => {
  await openAt(page, `${FIRST_DAY}T21:29:00Z`)
  await page.getByRole('button', { name: 'Daily puzzle' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Daily puzzle' })
  const guess = dialog.getByLabel('Your guess')
  await expect(guess).toBeFocused()
  await expect(guess).toHaveAttribute('maxlength', '8')
  expect(await violationsOn(page, { within: '[role=dialog]' })).toEqual([])

  const before = await lettersOf(page)
  expect([...before].sort().join('')).toBe('abceilnn')
  await dialog.getByRole('button', { name: 'Shuffle' }).press('Enter')
  const shuffled = await lettersOf(page)
  expect([before, 'binnacle']).not.toContain(shuffled)
  expect([...shuffled].sort().join('')).toBe('abceilnn')

  await page.clock.pauseAt(`${FIRST_DAY}T21:30:00Z`)
  await guess.fill('cannibel')
  await page.keyboard.press('Enter')
  await expect(guess).toHaveValue('')
  await expect(dialog.getByText('That is not it. Try again.')).toBeVisible()
  await guess.fill('BiNNacle')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('That is the term!')).toBeVisible()
  await page.clock.runFor(2999)
  await expect(dialog.getByText('You won!')).toBeHidden()
  await page.clock.runFor(1)

  await expect(dialog.getByRole('heading', { name: 'You won!' })).toBeFocused()
  await expect(dialog.getByText('binnacle', { exact: true })).toBeAttached()
  await expect(dialog.getByText('The stand by the wheel that holds the compass.')).toBeVisible()
  await expect(dialog.getByRole('timer')).toHaveText('New term in 02:29:57')
  await page.clock.runFor(58_000)
  await expect(dialog.getByRole('timer')).toHaveText('New term in 02:28:59')
  expect(await kept(page)).toEqual({
    progress: expect.objectContaining({ hasPlayedToday: true, solved: true, attempts: 2 }),
    statistics: { totalWins: 1, totalAttempts: 2, currentStreak: 1, longestStreak: 1 },
  })
  await page.clock.resume()
  expect(await violationsOn(page, { within: '[role=dialog]' })).toEqual([])

  await page.clock.fastForward('02:30:00')
  await expect(dialog.getByLabel('Your guess')).toBeVisible()
  expect([...(await lettersOf(page))].sort().join('')).not.toBe('abceilnn')
  expect((await kept(page)).progress).toMatchObject({
    date: '2025-07-16',
    hasPlayedToday: false,
    attempts: 0,
  })
})

test('the player picks letters by touch; giving up shows the term for the rest of the day', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAt(page, `${FIRST_DAY}T09:00:00Z`)
  const open = async () => {
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('button', { name: 'Daily puzzle' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Daily puzzle' })
  const guess = dialog.getByLabel('Your guess')
  await dialog.getByRole('button', { name: 'Letter N' }).first().click()
  await dialog.getByRole('button', { name: 'Letter E' }).click()
  await expect(guess).toHaveValue('ne')
  await dialog.getByRole('button', { name: 'Letter N', pressed: true }).click()
  await expect(guess).toHaveValue('e')
  const hint = dialog.getByText('The stand by the wheel that holds the compass.')
  await dialog.getByRole('button', { name: 'Hint' }).click()
  await expect(hint).toBeVisible()
  await dialog.getByRole('button', { name: 'Hint' }).click()
  await expect(hint).toBeHidden()

  await dialog.getByRole('button', { name: 'Give up' }).click()
  await expect(dialog.getByRole('heading', { name: 'You gave up!' })).toBeVisible()
  await expect(hint).toBeVisible()
  expect(await violationsOn(page, { within: '[role=dialog]' })).toEqual([])
  await page.reload()
  await open()
  await expect(dialog.getByRole('heading', { name: 'You gave up!' })).toBeVisible()
  expect(await kept(page)).toEqual({
    progress: expect.objectContaining({ hasPlayedToday: true, solved: false }),
    statistics: { totalWins: 0, totalAttempts: 0, currentStreak: 0, longestStreak: 0 },
  })
})

test('offers no game before the first day', async ({ page }) => {
  await openAt(page, '2025-07-14T09:00:00Z')
  await page.getByRole('button', { name: 'Daily puzzle' }).click()
  await expect(page.getByText('There is no puzzle for today.')).toBeVisible()
})

async function openAt(page: Page, time: string) {
  await page.clock.install({ time })
  await taffrail.open(page, 'organization-viewer', '/settings/personal')
}

async function lettersOf(page: Page): Promise<string> {
  return (await page.getByRole('button', { name: /^Letter/ }).allTextContents()).join('')
}

const kept = (page: Page) =>
  page.evaluate(() => {
    const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')
    return { progress: read('puzzle-progress'), statistics: read('puzzle-statistics') }
  })
