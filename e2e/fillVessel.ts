import type { Locator } from '@playwright/test'

/** Fills in the required fields of a vessel: her name, sizes, speeds and limit. */
export async function fillVessel(dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel('Name').fill(name)
  for (const [label, value] of [
    ['Length (m)', '9.3'],
    ['Beam overall (m)', '3.1'],
    ['Top speed (kn)', '40'],
    ['Cruising speed (kn)', '25'],
    ['Safety Speed Limit (kn)', '30'],
  ] as const)
    await dialog.getByLabel(label).fill(value)
}
