import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { type Binnacle, startBinnacle } from './binnacle.ts'
import { signIn } from './signIn.ts'

let binnacle: Binnacle
test.beforeAll(async () => {
  binnacle = await startBinnacle()
})
test.afterAll(() => binnacle?.close())

for (const theme of ['dark', 'light']) {
  test(`axe finds nothing serious in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    await page.goto(`${binnacle.url}/signin`)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    const seriousOn = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    }
    expect(await seriousOn()).toEqual([])
    await signIn(page, binnacle)
    await expect(page.getByRole('tab', { name: /Vessels/ })).toBeVisible()
    expect(await seriousOn()).toEqual([])
    await page.getByRole('link', { name: 'Trips', exact: true }).click()
    await expect(page.getByText('No trips')).toBeVisible()
    expect(await seriousOn()).toEqual([])
  })
}
